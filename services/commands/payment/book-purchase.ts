import { classDecider } from '#domain/class/decider.ts';
import { endPurchaseBooking, requirePayment } from '#domain/payment/decide.ts';
import { type Payment, paymentDecider } from '#domain/payment/decider.ts';
import type { PurchaseBooking } from '#domain/payment/events.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { findActiveBooking, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import { advanceFrom } from '../booking/advance-booking.ts';
import { holdPassFor } from '../booking/book-class.ts';
import type { BookingEnd } from '../booking/booking-end.ts';
import type { CommandDeps } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { freeSeat } from './free-seat.ts';

type Outcome = NonNullable<Payment['booked']>;

interface BookedPurchase {
  /** Null for a purchase without a class. */
  readonly booked: Outcome | null;
  /** The wallet after it. */
  readonly wallet: LoadedState<WalletState>;
}

/** A booking that was made and then cancelled was made. */
function toOutcome(end: BookingEnd): Outcome {
  switch (end.outcome) {
    case 'booked':
    case 'released':
      return { bookingId: end.bookingId };
    case 'refused':
      return { notBooked: end.refusal.code };
    case 'returned':
    case 'none':
      return { notBooked: 'CONFLICT' };
  }
}

/** Books the class as any booking, from whichever step an earlier call reached. */
async function book(
  deps: CommandDeps,
  memberId: string,
  { bookingId, classId, expected, allowOverlap }: PurchaseBooking,
  context: CommandContext,
): Promise<{ outcome: Outcome; position: bigint | null }> {
  const { state } = await deps.deciders.load(classDecider, String(classId));
  if (state.details === null) return { outcome: { notBooked: 'CLASS_NOT_FOUND' }, position: null };
  try {
    const wallet = await holdPassFor(
      deps,
      { classId, memberId, source: 'member', expected, allowOverlap },
      { bookingId, details: state.details },
      context,
    );
    const held = findActiveBooking(wallet.state, classId)?.bookingId ?? bookingId;
    const end = await advanceFrom(deps, { bookingId: held, classId, memberId }, wallet, context);
    return { outcome: toOutcome(end), position: end.position };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: { notBooked: error.code }, position: null };
    throw error;
  }
}

/**
 * Books the class that a granted pass was bought for, once. The result is recorded in the payment's stream, so that a
 * repeated call books nothing that the member cancelled since. Without a booking the passes stay, and the seat is
 * free again.
 */
export async function bookPurchase(
  deps: CommandDeps,
  { paymentIntentId, memberId, booking }: Payment,
  granted: LoadedState<WalletState>,
  context: CommandContext,
): Promise<BookedPurchase> {
  if (booking === null) return { booked: null, wallet: granted };
  const { deciders } = deps;
  const current = await deciders.load(paymentDecider, paymentIntentId);
  const known = requirePayment(current.state, null).booked;
  if (known !== null) return { booked: known, wallet: granted };
  const { outcome, position: bookedAt } = await book(deps, memberId, booking, context);
  const ended = await deciders.handle(
    paymentDecider,
    paymentIntentId,
    stepContext(context, paymentIntentId, 'booked'),
    (state) => endPurchaseBooking(state, { outcome, now: context.now }),
  );
  // Of two concurrent calls the first one's outcome holds.
  const { booked } = requirePayment(ended.state, null);
  const { bookingId, classId } = booking;
  const freedAt =
    booked !== null && 'notBooked' in booked
      ? await freeSeat(deps, { bookingId, classId, memberId, because: 'not_booked' }, context)
      : null;
  const wallet = await deciders.load(walletDecider, memberId);
  const position = [bookedAt, ended.position, freedAt].reduce(pickLaterPosition, wallet.position);
  return { booked, wallet: { ...wallet, position } };
}
