import type { ClassEvent, LapseReason } from './events.ts';
import { type ClassState, isOpenAt } from './state.ts';

/**
 * Ends a member's reservation for a booking; one whose time is over has lapsed by time, whatever `because` is. Appends nothing when there is
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
 * Ends the expired reservations of other members. Appended with every seat that is taken. Otherwise a slow payment, begun while
 * its reservation was valid, would book a place that is taken by then.
 */
export const lapseOthersOver = (
  state: ClassState,
  { memberId, now }: { memberId: string; now: Date },
): ClassEvent[] =>
  state.reservations
    .filter((reservation) => reservation.memberId !== memberId && !isOpenAt(reservation, now))
    .flatMap((reservation) => lapseReservation(state, { ...reservation, because: 'time', now }));
