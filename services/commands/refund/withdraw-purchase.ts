import { paymentDecider } from '#domain/payment/decider.ts';
import { assertCanWithdraw, computeRefund, requestWithdrawal } from '#domain/refund/decide.ts';
import { refundDecider } from '#domain/refund/decider.ts';
import { WITHDRAWAL_KEY } from '#domain/refund/events.ts';
import { countPaidClasses, countPassesLost } from '#domain/refund/sale.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { finishRefund } from './finish-refund.ts';
import { cancelBookingsAhead, finishWithdrawal } from './finish-withdrawal.ts';
import { type RefundDeps, readSale } from './read-sale.ts';

export interface OwnLot {
  readonly memberId: string;
  readonly lotId: string;
}

export interface WithdrawalPreview {
  readonly amountPence: number;
  /** Bookings ahead that are cancelled first. */
  readonly cancelled: number;
  /** Passes that are paid for: used, or lost on a late cancellation, also on one of these. */
  readonly taken: number;
  /** Unused passes that the member gives up. */
  readonly passesLost: number;
}

/** The paid purchase of a lot. @throws Refusal LOT_NOT_FOUND when it is not the member's, or was not bought */
async function findPurchase({ deciders }: RefundDeps, { memberId, lotId }: OwnLot) {
  const { state: wallet } = await deciders.load(walletDecider, memberId);
  const lot = wallet.lots.get(lotId);
  if (lot === undefined || lot.kind !== 'purchase' || lot.paymentIntentId === null)
    throw new Refusal('LOT_NOT_FOUND');
  const { payment } = (await deciders.load(paymentDecider, lot.paymentIntentId)).state;
  if (payment === null || payment.paidAt === null) throw new Refusal('LOT_NOT_FOUND');
  return { paymentIntentId: lot.paymentIntentId, paidAt: new Date(payment.paidAt) };
}

/**
 * Reckons what cancelling a purchase gives back now: the bookings ahead are cancelled without appending anything.
 * @throws Refusal LOT_NOT_FOUND, WITHDRAWAL_OVER, PAYMENT_DISPUTED, OVER_REFUND, NOTHING_TO_WITHDRAW; PaymentsUnavailable
 */
export async function previewWithdrawal(
  deps: RefundDeps,
  own: OwnLot,
  now: Date,
): Promise<WithdrawalPreview> {
  const { paymentIntentId, paidAt } = await findPurchase(deps, own);
  assertCanWithdraw(paidAt, now);
  const dry = { ...deps, deciders: createDryRun(deps.deciders).deciders };
  const context = { now, commandId: 'dry run', actor: { kind: 'member' as const, id: own.memberId } };
  const cancelled = await cancelBookingsAhead(dry, own, context);
  const sale = await readSale(dry, paymentIntentId);
  const amountPence = computeRefund(sale, { mode: 'withdrawal' }, now);
  return {
    amountPence,
    cancelled,
    taken: countPaidClasses(sale),
    passesLost: countPassesLost(sale, amountPence).taken,
  };
}

/**
 * A member cancels a purchase within 14 days: its bookings ahead are cancelled, and the price comes back, less the classes taken.
 * Pressed again it goes on where it was. `isMade` is false while Stripe does not answer: the sweep makes it.
 * @throws Refusal as `previewWithdrawal`; REFUND_IN_PROGRESS; REFUND_REFUSED; PaymentsUnavailable while nothing is recorded yet
 */
export const withdrawPurchase = defineCommand(
  'withdraw-purchase',
  async (deps: RefundDeps, own: OwnLot, context) => {
    const { paymentIntentId, paidAt } = await findPurchase(deps, own);
    const { state: known } = await deps.deciders.load(refundDecider, paymentIntentId);
    if (!known.requests.has(WITHDRAWAL_KEY)) {
      // A refund that a crash left open would block this one.
      await finishRefund(deps, { paymentIntentId }, stepContext(context, 'earlier'));
      await previewWithdrawal(deps, own, context.now);
    }
    let { position } = await deps.deciders.handle(
      refundDecider,
      paymentIntentId,
      stepContext(context, 'withdraw'),
      (state) => requestWithdrawal(state, { ...own, paymentIntentId, paidAt, now: context.now }),
    );
    try {
      const finished = await finishWithdrawal(deps, { paymentIntentId }, context);
      position = pickLaterPosition(finished.position, position);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
    }
    const { state } = await deps.deciders.load(refundDecider, paymentIntentId);
    const { status, amountPence, code } = state.requests.get(WITHDRAWAL_KEY) ?? {};
    if (status === 'refused') throw new Refusal('REFUND_REFUSED', { code: code ?? '' });
    return { amountPence: amountPence ?? 0, isMade: status === 'made', position };
  },
);
