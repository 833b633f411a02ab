import type { CommandContext } from '../../../infra/event-store/types.ts';
import type { Payments } from '../../../infra/payments/payments.ts';
import { periodLotId } from '../../domain/membership/decide.ts';
import { Refusal } from '../../domain/refusal.ts';
import { takeBack } from '../../domain/wallet/decide-take-back.ts';
import { walletDecider } from '../../domain/wallet/decider.ts';
import type { WalletState } from '../../domain/wallet/state.ts';
import { readPayment } from '../payment/read-payment.ts';
import { stepOf } from '../step-of.ts';
import type { Written } from '../written.ts';
import type { MembershipDeps } from './membership-deps.ts';

export interface SettleMembershipRefundDeps extends MembershipDeps {
  readonly payments: Pick<Payments, 'readPaymentIntent'>;
}

/** Each round is lost to another process that knew newer facts; more than a few would be a fault. */
const MAX_ROUNDS = 10;

/** Someone took passes back or gave them again while Stripe was being asked: what Stripe said may be old. */
class LotMoved extends Error {}

const demandedOf = (state: WalletState, lotId: string) => state.lots.get(lotId)?.demanded ?? 0;

async function settleOnce(
  deps: SettleMembershipRefundDeps,
  { paymentIntentId, memberId, lotId }: { paymentIntentId: string; memberId: string; lotId: string },
  context: CommandContext,
): Promise<bigint | null> {
  const { state } = await deps.deciders.load(walletDecider, memberId);
  const lot = state.lots.get(lotId);
  if (lot === undefined) return null;
  const { amountReceivedPence, amountRefundedPence, disputedPence } = await readPayment(
    deps.payments,
    paymentIntentId,
  );
  const back = amountRefundedPence + disputedPence;
  const demanded =
    back >= amountReceivedPence ? lot.granted : Math.floor((back * lot.granted) / amountReceivedPence);
  const wasDispute = lot.demandedBy === 'dispute';
  const because = disputedPence > 0 || (wasDispute && amountRefundedPence === 0) ? 'dispute' : 'refund';
  const step = stepOf(context, lotId, 'take-back', lot.demanded, demanded);
  const { position } = await deps.deciders.handle(walletDecider, memberId, step, (wallet) => {
    if (demandedOf(wallet, lotId) !== lot.demanded) throw new LotMoved();
    return takeBack(wallet, { memberId, lotId, demanded, because, now: context.now });
  });
  return position;
}

/**
 * Takes back what is unused of a membership's period whose money went back, or gives it again when the money came again.
 * Convergent, as `settleRefunds` is for passes that were bought.
 * @throws Refusal PAYMENT_NOT_FOUND when it is no payment of a membership; PaymentsUnavailable
 */
export async function settleMembershipRefund(
  deps: SettleMembershipRefundDeps,
  { paymentIntentId }: { paymentIntentId: string },
  context: CommandContext,
): Promise<Written> {
  const invoice = await deps.subscriptions.findInvoiceOf(paymentIntentId);
  if (invoice === null || invoice.memberId === null) throw new Refusal('PAYMENT_NOT_FOUND');
  const sale = { paymentIntentId, memberId: invoice.memberId, lotId: periodLotId(invoice.id) };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    try {
      return { position: await settleOnce(deps, sale, context) };
    } catch (error) {
      if (!(error instanceof LotMoved)) throw error;
    }
  }
  throw new Error(`What went back of ${paymentIntentId} moved on ${MAX_ROUNDS} times while it was read`);
}
