import { assertMovable } from '#domain/class/decide-move.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { inCommand } from '#infra/telemetry/in-command.ts';
import { advanceBooking } from './advance-booking.ts';
import type { BookClassDeps } from './book-class.ts';
import { type Booked, bookedOf } from './booked.ts';
import type { BookingRef } from './booking-end.ts';
import { carryOver, resumeMove } from './carry-over.ts';
import { findClass } from './find-class.ts';

/**
 * A member moves a booking to another class with the pass that it was booked with; the same again answers the same. When
 * the class says no, the booking stands as it was.
 * @throws Refusal BOOKING_NOT_FOUND (also for another member's), ALREADY_CANCELLED, MOVE_TOO_LATE, ALREADY_BOOKED, NO_PASS
 * when the pass ends before that class; CLASS_PAST of either class, and of the new one as `bookClass`
 */
export function moveBooking(
  deps: BookClassDeps,
  booking: BookingRef,
  toClassId: number,
  context: CommandContext,
): Promise<Booked> {
  return inCommand('move-booking', context, async () => {
    const { bookingId, classId, memberId } = booking;
    const { now } = context;
    const moved = await resumeMove(deps, booking, toClassId, context);
    if (moved !== undefined) return bookedOf(moved, now);
    const { state } = await deps.deciders.load(classDecider, String(classId));
    assertMovable(state, { bookingId, memberId, now });
    const found = await findClass(deps, { classId: toClassId, memberId, source: 'member' }, context);
    if ('bookingId' in found) throw new Refusal('ALREADY_BOOKED');
    // It may have been cut off just before its pass was used.
    await advanceBooking(deps, booking, context);
    const next = await deps.nextBookingId();
    const to = {
      bookingId: next,
      classId: toClassId,
      startsAt: found.details.startsAt,
      source: 'member' as const,
    };
    return bookedOf(await carryOver(deps, booking, to, context), now);
  });
}
