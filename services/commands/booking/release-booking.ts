import { releaseSeat } from '#domain/class/decide-seats.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';
import { advanceBooking, findBookingEnd } from './advance-booking.ts';
import type { BookingEnd, BookingRef } from './booking-end.ts';
import { settlePass } from './settle-pass.ts';
import { toSeatAnswer } from './settle-seat.ts';

const releases = {
  member: { by: 'member' },
  'member-undo': { by: 'member', undoesBooking: true },
  staff: { by: 'staff' },
} as const;

/**
 * Releases a booking's seat and settles its pass.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED; CLASS_PAST to members; UNDO_TOO_LATE
 */
export async function releaseBooking(
  deps: CommandDeps,
  booking: BookingRef,
  by: 'member' | 'staff' | 'member-undo',
  context: CommandContext,
): Promise<BookingEnd> {
  const { bookingId, classId, memberId } = booking;
  const { now } = context;
  const rules = await readRules(deps.deciders);
  try {
    const { state, position } = await deps.deciders.handle(
      classDecider,
      String(classId),
      stepContext(context, bookingId, 'release'),
      (current) => {
        if (current.seats.get(bookingId)?.memberId !== memberId) throw new Refusal('BOOKING_NOT_FOUND');
        return releaseSeat(current, { bookingId, ...releases[by], now }, rules);
      },
    );
    const answer = toSeatAnswer(state, bookingId, position);
    const wallet = await settlePass(deps, booking, answer, context);
    const end = findBookingEnd(booking, wallet.state.passes.get(bookingId), answer, wallet);
    return end ?? (await advanceBooking(deps, booking, context));
  } catch (error) {
    // A crash may have cut the earlier cancellation off between seat and pass.
    if (error instanceof Refusal && error.code === 'ALREADY_CANCELLED')
      await advanceBooking(deps, booking, context);
    throw error;
  }
}
