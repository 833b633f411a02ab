import { assertMovable } from '#domain/class/decide-move.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { defineCommand } from '../define-command.ts';
import { advanceBooking } from './advance-booking.ts';
import type { BookClassDeps } from './book-class.ts';
import type { BookingRef } from './booking-end.ts';
import { type BookingResult, toBookingResult } from './booking-result.ts';
import { carryOver, resumeMove } from './carry-over.ts';
import { type BookingRequest, findClass } from './find-class.ts';

/**
 * A member moves a booking to another class with the pass that it was booked with. A repeated request gets the same answer.
 * When the new class refuses, the booking stays as it was.
 * @throws Refusal BOOKING_NOT_FOUND (also for another member's), ALREADY_CANCELLED, MOVE_TOO_LATE, ALREADY_BOOKED, NO_PASS
 * when the pass ends before that class; CHANGED_SINCE, OVERLAPS_BOOKING; CLASS_PAST of either class, and of the new one as `bookClass`
 */
export const moveBooking = defineCommand(
  'move-booking',
  async (
    deps: BookClassDeps,
    {
      toClassId,
      expected,
      allowOverlap,
      ...booking
    }: BookingRef & { readonly toClassId: number } & Pick<BookingRequest, 'expected' | 'allowOverlap'>,
    context,
  ): Promise<BookingResult> => {
    const { bookingId, classId, memberId } = booking;
    const { now } = context;
    const moved = await resumeMove(deps, booking, toClassId, context);
    if (moved !== undefined) return toBookingResult(moved, now);
    const { state } = await deps.deciders.load(classDecider, String(classId));
    assertMovable(state, { bookingId, memberId, now });
    const found = await findClass(
      deps,
      { classId: toClassId, memberId, source: 'member', expected },
      context,
    );
    if ('bookingId' in found) throw new Refusal('ALREADY_BOOKED');
    // A crash may have interrupted the booking just before its pass was used.
    await advanceBooking(deps, booking, context);
    const to = {
      bookingId: await deps.nextBookingId(),
      classId: toClassId,
      details: found.details,
      source: 'member' as const,
      expected,
      allowOverlap,
    };
    return toBookingResult(await carryOver(deps, booking, to, context), now);
  },
);
