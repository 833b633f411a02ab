import { assertUndoable } from '#domain/class/decide-move.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { SeatSource } from '#domain/class/events.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { defineCommand } from '../define-command.ts';
import { advanceBooking } from './advance-booking.ts';
import type { BookClassDeps } from './book-class.ts';
import type { BookingRef } from './booking-end.ts';
import { type BookingResult, toBookingResult } from './booking-result.ts';
import { carryOver, resumeMove } from './carry-over.ts';
import { type BookingRequest, findClass } from './find-class.ts';

/**
 * A member undoes a recent cancellation. A new booking of the same class takes over the pass of the old one, whether it was
 * returned or forfeited. A repeated request gets the same result.
 * @throws Refusal BOOKING_NOT_FOUND (also for another member's), UNDO_TOO_LATE, CLASS_PAST, CHANGED_SINCE, CLASS_FULL and the
 * others of `bookClass` when the seat is taken
 */
export const undoCancellation = defineCommand(
  'undo-cancellation',
  async (
    deps: BookClassDeps,
    { expected, ...booking }: BookingRef & Pick<BookingRequest, 'expected'>,
    context: CommandContext,
  ): Promise<BookingResult> => {
    const { bookingId, classId, memberId } = booking;
    const { now } = context;
    const undone = await resumeMove(deps, booking, classId, context);
    if (undone !== undefined) return toBookingResult(undone, now);
    const { state } = await deps.deciders.load(classDecider, String(classId));
    assertUndoable(state, { bookingId, memberId, now });
    // The booking window does not bind a member whom staff added.
    const source: SeatSource = state.seats.get(bookingId)?.source === 'staff' ? 'staff' : 'member';
    const found = await findClass(deps, { classId, memberId, source, expected }, context);
    if ('bookingId' in found) {
      const current = { bookingId: found.bookingId, classId, memberId };
      return toBookingResult(await advanceBooking(deps, current, context), now);
    }
    // A crash may have cut the cancellation off before its pass was returned.
    await advanceBooking(deps, booking, context);
    const { details } = found;
    // It was booked a moment ago, beside whatever else the member has then.
    const nextId = await deps.nextBookingId();
    const to = { bookingId: nextId, classId, details, source, expected, allowOverlap: true };
    return toBookingResult(await carryOver(deps, booking, to, context), now);
  },
);
