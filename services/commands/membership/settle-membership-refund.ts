import { getPeriodLotId, recordReturnedMoney } from '#domain/membership/decide.ts';
import { type MembershipState, membershipDecider } from '#domain/membership/decider.ts';
import { countPassesPaidBack, getDemandCause } from '#domain/payment/after-sale.ts';
import { Refusal } from '#domain/refusal.ts';
import { takeBack } from '#domain/wallet/decide-take-back.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { readPayment } from '../payment/read-payment.ts';
import { retryStaleAnswers, StaleAnswer } from '../payment/retry-stale-answers.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';
import type { MembershipDeps } from './membership-deps.ts';

export interface SettleMembershipRefundDeps extends MembershipDeps {
  readonly payments: Pick<Payments, 'readPaymentIntent'>;
}

const getDemanded = (state: WalletState, lotId: string) => state.lots.get(lotId)?.demanded ?? 0;
const getReturned = (state: MembershipState, invoiceId: string) => state.returned.get(invoiceId) ?? 0;

/** The payment of one period. */
interface PeriodSale {
  readonly membershipId: number;
  readonly memberId: string;
  readonly subscriptionId: string;
  readonly invoiceId: string;
  readonly paymentIntentId: string;
}

async function settleOnce(
  deps: SettleMembershipRefundDeps,
  sale: PeriodSale,
  context: CommandContext,
): Promise<bigint | null> {
  const { membershipId, memberId, invoiceId, paymentIntentId } = sale;
  const lotId = getPeriodLotId(invoiceId);
  // Both streams are read before the call to Stripe, and must be unchanged when its answer is appended.
  const [{ state }, { state: membership }] = await Promise.all([
    deps.deciders.load(walletDecider, memberId),
    deps.deciders.load(membershipDecider, String(membershipId)),
  ]);
  const lot = state.lots.get(lotId);
  if (lot === undefined) return null;
  const facts = await readPayment(deps.payments, paymentIntentId);
  const money = { refundedPence: facts.amountRefundedPence, disputedPence: facts.disputedPence };
  const back = money.refundedPence + money.disputedPence;
  const known = getReturned(membership, invoiceId);
  const noted = await deps.deciders.handle(
    membershipDecider,
    String(membershipId),
    stepContext(context, invoiceId, 'note-returned', membership.eventCount, back),
    (current) => {
      if (getReturned(current, invoiceId) !== known) throw new StaleAnswer();
      return recordReturnedMoney(current, { ...sale, returnedPence: back, now: context.now });
    },
  );
  const demanded = countPassesPaidBack(money, {
    passes: lot.granted,
    amountPence: facts.amountReceivedPence,
  });
  const cause = getDemandCause(money, lot.demandedBy);
  const step = stepContext(context, lotId, 'take-back', lot.demanded, demanded);
  const rules = await readRules(deps.deciders);
  const taken = await deps.deciders.handle(walletDecider, memberId, step, (wallet) => {
    if (getDemanded(wallet, lotId) !== lot.demanded) throw new StaleAnswer();
    return takeBack(wallet, { memberId, lotId, demanded, cause, now: context.now }, rules);
  });
  return pickLaterPosition(taken.position, noted.position);
}

/**
 * Records how much of a period's payment went back, and revokes the unused passes of the period, or restores them
 * when the money returned. Convergent, as `settleRefunds` is for purchases.
 * @throws Refusal PAYMENT_NOT_FOUND when it is not a membership's payment; PaymentsUnavailable
 */
export const settleMembershipRefund = defineCommand(
  'settle-membership-refund',
  async (deps: SettleMembershipRefundDeps, { paymentIntentId }: { paymentIntentId: string }, context) => {
    const invoice = await deps.subscriptions.findInvoiceOf(paymentIntentId);
    if (invoice === null || invoice.memberId === null || invoice.subscriptionId === null)
      throw new Refusal('PAYMENT_NOT_FOUND');
    const { id: invoiceId, memberId, subscriptionId } = invoice;
    const membershipId = await deps.membershipIds.of(memberId);
    const sale = { membershipId, memberId, subscriptionId, invoiceId, paymentIntentId };
    return retryStaleAnswers(`The refund of ${paymentIntentId}`, async () => ({
      position: await settleOnce(deps, sale, context),
    }));
  },
);
