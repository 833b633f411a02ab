import type { ClassEvent } from './events.ts';
import type { ClassState, RefillableCancellation, Seat } from './state.ts';

/**
 * The number of booked seats at which a cancelled seat is taken again. Undefined when no place came free, because the
 * class had more bookings than places.
 */
export function findRefillCount({ bookedCount, details }: ClassState): number | undefined {
  return details !== null && bookedCount <= details.capacity ? bookedCount : undefined;
}

/**
 * A member who books the class again takes their own place. No booking refills that cancellation any more, and each
 * later one counts as if that seat had stayed taken.
 */
export function dropRefillable(
  refillable: readonly RefillableCancellation[],
  memberId: string,
): readonly RefillableCancellation[] {
  const index = refillable.findIndex((each) => each.memberId === memberId);
  if (index === -1) return refillable;
  return [
    ...refillable.slice(0, index),
    ...refillable.slice(index + 1).map((each) => ({ ...each, refillAt: each.refillAt + 1 })),
  ];
}

/**
 * Removes the refilled cancellation and the lowest count, which was reached. The others keep their order, and the
 * counts that are left.
 */
export function removeRefilled(
  refillable: readonly RefillableCancellation[],
  bookingId: number,
): readonly RefillableCancellation[] {
  const counts = refillable.map(({ refillAt }) => refillAt);
  return refillable
    .filter((each) => each.bookingId !== bookingId)
    .map((each, index) => ({ ...each, refillAt: counts[index] ?? each.refillAt }));
}

/**
 * Decides which late cancellation a new booking refills: none unless the booked seats reach the count of one, else the
 * one that was cancelled first. Each count is above the number of booked seats, and the latest one is the lowest.
 */
export function refillBy(
  state: ClassState,
  { bookingId, memberId, at }: { bookingId: number; memberId: string; at: string },
): ClassEvent[] {
  const { classId, bookedCount } = state;
  const refillable = dropRefillable(state.refillable, memberId);
  const first = refillable[0];
  const lowest = refillable.at(-1);
  if (classId === null || first === undefined || lowest === undefined) return [];
  if (bookedCount + 1 < lowest.refillAt) return [];
  const seat = state.seats.get(first.bookingId);
  if (seat === undefined) return [];
  return [
    {
      type: 'LateCancellationRefilled',
      data: {
        classId,
        bookingId: first.bookingId,
        memberId: first.memberId,
        lotId: seat.lotId,
        byBookingId: bookingId,
        at,
      },
    },
  ];
}

/** The seat whose late cancellation this booking refilled. */
export function findSeatRefilledBy({ seats }: ClassState, bookingId: number): Seat | undefined {
  for (const seat of seats.values()) if (seat.released?.refilledBy === bookingId) return seat;
  return undefined;
}
