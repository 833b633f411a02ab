import type { ClassEvent, LapseReason } from './events.ts';
import { type ClassState, isOpenAt } from './state.ts';

/**
 * Ends a member's reservation for a booking; one whose time is over ended by that, whoever notices. Appends nothing when there is
 * none.
 */
export function lapseReservation(
  { classId, reservations }: ClassState,
  {
    bookingId,
    memberId,
    because,
    now,
  }: { bookingId: number; memberId: string; because: LapseReason; now: Date },
): ClassEvent[] {
  if (classId === null) return [];
  return reservations
    .filter((reservation) => reservation.bookingId === bookingId && reservation.memberId === memberId)
    .map((reservation) => ({
      type: 'ReservationLapsed',
      data: {
        classId,
        bookingId,
        memberId,
        because: isOpenAt(reservation, now) ? because : 'time',
        at: now.toISOString(),
      },
    }));
}

/**
 * Ends the reservations of others whose time is over. Whoever takes a seat appends this with it, because a payment that began while its
 * reservation was open would otherwise still book the place that was taken.
 */
export const lapseOthersOver = (
  state: ClassState,
  { memberId, now }: { memberId: string; now: Date },
): ClassEvent[] =>
  state.reservations
    .filter((reservation) => reservation.memberId !== memberId && !isOpenAt(reservation, now))
    .flatMap((reservation) => lapseReservation(state, { ...reservation, because: 'time', now }));
