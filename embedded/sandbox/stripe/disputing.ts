import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest } from './api-error.ts';
import type { Change } from './api-route.ts';
import type { DisputeKind } from './cards.ts';
import { moneyLeft } from './charge-object.ts';
import { balanceTransaction, isInquiry, isOpen, newDispute, takesMoney } from './dispute-object.ts';

/** The cardholder questions a charge that the caller has locked or just made. @throws StripeApiError when there is nothing to question */
export async function openDispute(change: Change, charge: Stripe.Charge, kind: DisputeKind): Promise<void> {
  const { data } = await change.store.list('dispute', { filter: { charge: charge.id } });
  if (data.some((dispute) => isOpen(dispute) || takesMoney(dispute))) {
    throw invalidRequest(`The charge ${charge.id} is disputed already.`, { code: 'charge_disputed' });
  }
  if (moneyLeft(charge) < 1) {
    throw invalidRequest(`The charge ${charge.id} holds no money that could be disputed.`);
  }
  const dispute = newDispute(charge, kind, change.now);
  await change.store.insert('dispute', dispute);
  await change.store.update('charge', { ...charge, disputed: true });
  await change.emit('charge.dispute.created', dispute);
  if (takesMoney(dispute)) await change.emit('charge.dispute.funds_withdrawn', dispute);
}

/** The bank decides, or the studio gives in; an inquiry just ends. @throws StripeApiError when it has ended before */
export async function endDispute(
  change: Change,
  dispute: Stripe.Dispute,
  outcome: 'won' | 'lost',
): Promise<Stripe.Dispute> {
  if (!isOpen(dispute)) {
    throw invalidRequest(`The dispute ${dispute.id} is closed: its status is ${dispute.status}.`);
  }
  const inquiry = isInquiry(dispute);
  const back = !inquiry && outcome === 'won';
  const ended: Stripe.Dispute = {
    ...dispute,
    status: inquiry ? 'warning_closed' : outcome,
    balance_transactions: back
      ? [...dispute.balance_transactions, balanceTransaction(dispute, 'reinstated', change.now)]
      : dispute.balance_transactions,
  };
  await change.store.update('dispute', ended);
  await change.emit('charge.dispute.closed', ended, { status: dispute.status });
  if (back) await change.emit('charge.dispute.funds_reinstated', ended);
  return ended;
}

/** The texts by which a test says how the bank decides; the bank takes its time over any other. */
const DECISIONS = new Map<string | null, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
]);

/** Stages evidence, or sends it to the bank, which is possible once. @throws StripeApiError */
export async function answerDispute(
  change: Change,
  dispute: Stripe.Dispute,
  evidence: Partial<Stripe.Dispute.Evidence>,
  submit: boolean,
): Promise<Stripe.Dispute> {
  if (!dispute.status.endsWith('needs_response')) {
    throw invalidRequest(
      `The dispute ${dispute.id} takes no evidence any more: its status is ${dispute.status}.`,
    );
  }
  const details = dispute.evidence_details;
  const answered: Stripe.Dispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: {
      ...details,
      has_evidence: details.has_evidence || Object.keys(evidence).length > 0,
      submission_count: details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : details.submission_method,
    },
    status: submit ? (isInquiry(dispute) ? 'warning_under_review' : 'under_review') : dispute.status,
  };
  await change.store.update('dispute', answered);
  await change.emit('charge.dispute.updated', answered, {
    evidence: dispute.evidence,
    evidence_details: details,
    status: dispute.status,
  });
  const decision = DECISIONS.get(answered.evidence.uncategorized_text);
  return submit && decision !== undefined ? endDispute(change, answered, decision) : answered;
}
