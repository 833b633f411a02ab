import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest } from './api-error.ts';
import type { Transaction } from './api-route.ts';
import type { DisputeKind } from './cards.ts';
import { getRemainingAmount } from './charge-object.ts';
import { isInquiry, isOpen, newBalanceTransaction, newDispute, withholdsFunds } from './dispute-object.ts';
import { toUnixSeconds } from './ids.ts';

/** Opens a dispute of a charge that the caller has locked or created. @throws StripeApiError when no money is left to dispute */
export async function openDispute(tx: Transaction, charge: Stripe.Charge, kind: DisputeKind): Promise<void> {
  const { data } = await tx.store.list('dispute', { filter: { charge: charge.id } });
  if (data.some((dispute) => isOpen(dispute) || withholdsFunds(dispute))) {
    throw invalidRequest(`The charge ${charge.id} is disputed already.`, { code: 'charge_disputed' });
  }
  if (getRemainingAmount(charge) < 1) {
    throw invalidRequest(`The charge ${charge.id} holds no money that could be disputed.`);
  }
  const dispute = newDispute(charge, kind, tx.now);
  await tx.store.insert('dispute', dispute);
  await tx.store.update('charge', { ...charge, disputed: true });
  await tx.emit('charge.dispute.created', dispute);
  if (withholdsFunds(dispute)) await tx.emit('charge.dispute.funds_withdrawn', dispute);
}

/** Ends a dispute by the bank's decision, or because the studio accepts it. @throws StripeApiError when it is closed already */
export async function endDispute(
  tx: Transaction,
  dispute: Stripe.Dispute,
  outcome: 'won' | 'lost',
): Promise<Stripe.Dispute> {
  if (!isOpen(dispute)) {
    throw invalidRequest(`The dispute ${dispute.id} is closed: its status is ${dispute.status}.`);
  }
  const inquiry = isInquiry(dispute);
  const isReinstated = !inquiry && outcome === 'won';
  const ended: Stripe.Dispute = {
    ...dispute,
    status: inquiry ? 'warning_closed' : outcome,
    balance_transactions: isReinstated
      ? [...dispute.balance_transactions, newBalanceTransaction(dispute, 'reinstated', tx.now)]
      : dispute.balance_transactions,
  };
  await tx.store.update('dispute', ended);
  await tx.emit('charge.dispute.closed', ended, { status: dispute.status });
  if (isReinstated) await tx.emit('charge.dispute.funds_reinstated', ended);
  return ended;
}

/** The texts by which a test chooses the bank's decision; after any other text the dispute stays under review. */
const DECISIONS = new Map<string | null, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
]);

/** Stages evidence, or submits it to the bank, which is possible once. @throws StripeApiError */
export async function answerDispute(
  tx: Transaction,
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
      past_due: submit && details.due_by !== null && toUnixSeconds(tx.now) > details.due_by,
      submission_count: details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : details.submission_method,
    },
    status: submit ? (isInquiry(dispute) ? 'warning_under_review' : 'under_review') : dispute.status,
  };
  await tx.store.update('dispute', answered);
  await tx.emit('charge.dispute.updated', answered, {
    evidence: dispute.evidence,
    evidence_details: details,
    status: dispute.status,
  });
  const decision = DECISIONS.get(answered.evidence.uncategorized_text);
  return submit && decision !== undefined ? endDispute(tx, answered, decision) : answered;
}
