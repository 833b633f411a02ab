import { listFirstSales } from '#domain/membership/decide.ts';
import { requestWithdrawal, settleRequest } from '#domain/refund/decide.ts';
import { refundDecider } from '#domain/refund/decider.ts';
import { WITHDRAWAL_KEY } from '#domain/refund/events.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import { cancelBooking } from '../booking/cancel-booking.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { settleMembership } from '../membership/settle-membership.ts';
import { stepContext } from '../step-context.ts';
import { finishRefund } from './finish-refund.ts';
import { type RefundDeps, readTerms } from './read-sale.ts';
import { recordRefund } from './refund-payment.ts';

/** The class began, or the booking ended, meanwhile. */
const ENDED = new Set(['CLASS_PAST', 'ALREADY_CANCELLED', 'BOOKING_NOT_FOUND']);

/** Cancels a lot's bookings, as their member would, except those of past classes. */
export async function cancelBookingsAhead(
  deps: CommandDeps,
  { memberId, lotId }: { memberId: string; lotId: string },
  context: CommandContext,
): Promise<number> {
  const { state: wallet } = await deps.deciders.load(walletDecider, memberId);
  const booked = [...wallet.passes.values()].filter(
    (pass) => pass.lotId === lotId && (pass.status === 'held' || pass.status === 'used'),
  );
  let cancelled = 0;
  for (const { bookingId, classId } of booked) {
    try {
      const step = stepContext(context, 'cancel', bookingId);
      await cancelBooking(deps, { bookingId, classId, memberId }, step);
      cancelled += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || !ENDED.has(error.code)) throw error;
    }
  }
  return cancelled;
}

/**
 * Ends the membership at Stripe and here. Withdraws what else was paid for its first period, since a larger plan is an invoice of
 * its own. The time is that of the member's request, so that one that is finished after the 14 days counts.
 */
async function endMembership(
  deps: RefundDeps,
  { memberId, subscriptionId }: { memberId: string; subscriptionId: string },
  requestedAt: Date,
  context: CommandContext,
): Promise<bigint | null> {
  await deps.subscriptions.cancelNow(subscriptionId, `withdraw/${subscriptionId}`);
  const step = stepContext(context, subscriptionId, 'end');
  const { state, position } = await settleMembership(deps, { subscriptionId }, step);
  const { membership } = state;
  if (membership?.subscriptionId !== subscriptionId) return position;
  const paidAt = new Date(membership.startedAt);
  for (const sale of listFirstSales(membership)) {
    const part = stepContext(context, 'withdraw', sale.paymentIntentId);
    await deps.deciders.handle(refundDecider, sale.paymentIntentId, part, (refunds) =>
      requestWithdrawal(refunds, { ...sale, memberId, paidAt, now: requestedAt }),
    );
  }
  return position;
}

/**
 * Completes a withdrawal, if one was begun. Cancels the bookings ahead, ends the membership, if it is one, then requests and
 * makes the refund. Convergent, as `finishRefund`, which it ends with.
 * @throws PaymentsUnavailable: then it stays as it is
 */
export const finishWithdrawal = defineCommand(
  'finish-withdrawal',
  async (deps: RefundDeps, { paymentIntentId }: { paymentIntentId: string }, context) => {
    const { state } = await deps.deciders.load(refundDecider, paymentIntentId);
    const request = state.requests.get(WITHDRAWAL_KEY);
    if (request?.status !== 'begun') return finishRefund(deps, { paymentIntentId }, context);
    const { memberId, lotId, subscriptionId } = await readTerms(deps, paymentIntentId);
    await cancelBookingsAhead(deps, { memberId, lotId }, context);
    const requestedAt = new Date(request.requestedAt);
    const ended =
      subscriptionId === null
        ? null
        : await endMembership(deps, { memberId, subscriptionId }, requestedAt, context);
    const order = { mode: 'withdrawal' as const };
    const refund = { paymentIntentId, requestKey: WITHDRAWAL_KEY, order, reason: null };
    try {
      const { position } = await recordRefund(deps, refund, stepContext(context, 'refund'));
      const finished = await finishRefund(deps, { paymentIntentId }, context);
      return { position: pickLaterPosition(pickLaterPosition(finished.position, position), ended) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Nothing is left to give back any more.
      const outcome = { refused: error.code };
      return deps.deciders.handle(refundDecider, paymentIntentId, stepContext(context, 'refuse'), (current) =>
        settleRequest(current, { paymentIntentId, requestKey: WITHDRAWAL_KEY, outcome, now: context.now }),
      );
    }
  },
);
