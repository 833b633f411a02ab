import { getPeriodLotId, recordReturnedMoney } from '#domain/membership/decide.ts';
import { type MembershipState, membershipDecider } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { takeBack } from '#domain/wallet/decide-take-back.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { type AppendResult, pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { readPayment } from '../payment/read-payment.ts';
import { stepContext } from '../step-context.ts';
import type { MembershipDeps } from './membership-deps.ts';

export interface SettleMembershipRefundDeps extends MembershipDeps {
  readonly payments: Pick<Payments, 'readPaymentIntent'>;
}

/** Each round is lost to another process that knew newer facts; more than a few would be a fault. */
const MAX_ROUNDS = 10;

/** A concurrent process recorded money or revoked passes during the call to Stripe, whose answer may be old. */
class SaleMoved extends Error {}

const demandedOf = (state: WalletState, lotId: string) => state.lots.get(lotId)?.demanded ?? 0;
const returnedOf = (state: MembershipState, invoiceId: string) => state.returned.get(invoiceId) ?? 0;

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
  const { amountReceivedPence, amountRefundedPence, disputedPence } = await readPayment(
    deps.payments,
    paymentIntentId,
  );
  const back = amountRefundedPence + disputedPence;
  const known = returnedOf(membership, invoiceId);
  const noted = await deps.deciders.handle(
    membershipDecider,
    String(membershipId),
    stepContext(context, invoiceId, 'note-returned', membership.eventCount, back),
    (current) => {
      if (returnedOf(current, invoiceId) !== known) throw new SaleMoved();
      return recordReturnedMoney(current, { ...sale, returnedPence: back, now: context.now });
    },
  );
  const demanded =
    back >= amountReceivedPence ? lot.granted : Math.floor((back * lot.granted) / amountReceivedPence);
  const wasDispute = lot.demandedBy === 'dispute';
  const because = disputedPence > 0 || (wasDispute && amountRefundedPence === 0) ? 'dispute' : 'refund';
  const step = stepContext(context, lotId, 'take-back', lot.demanded, demanded);
  const taken = await deps.deciders.handle(walletDecider, memberId, step, (wallet) => {
    if (demandedOf(wallet, lotId) !== lot.demanded) throw new SaleMoved();
    return takeBack(wallet, { memberId, lotId, demanded, because, now: context.now });
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
  async (
    deps: SettleMembershipRefundDeps,
    { paymentIntentId }: { paymentIntentId: string },
    context,
  ): Promise<AppendResult> => {
    const invoice = await deps.subscriptions.findInvoiceOf(paymentIntentId);
    if (invoice === null || invoice.memberId === null || invoice.subscriptionId === null)
      throw new Refusal('PAYMENT_NOT_FOUND');
    const { id: invoiceId, memberId, subscriptionId } = invoice;
    const membershipId = await deps.membershipIds.of(memberId);
    const sale = { membershipId, memberId, subscriptionId, invoiceId, paymentIntentId };
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      try {
        return { position: await settleOnce(deps, sale, context) };
      } catch (error) {
        if (!(error instanceof SaleMoved)) throw error;
      }
    }
    throw new Error(`What went back of ${paymentIntentId} moved on ${MAX_ROUNDS} times while it was read`);
  },
);
