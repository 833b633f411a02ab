import type { CheckoutState } from './decider.ts';
import type { CheckoutEvent } from './events.ts';

/**
 * Begins to buy a pass for a class. Appends nothing when this is the member's class already and its booking can still
 * be made; the caller reads the booking's id from the state. `usedBookings` are those that held a pass.
 */
export function startCheckout(
  { current }: CheckoutState,
  {
    memberId,
    classId,
    bookingId,
    usedBookings,
    now,
  }: {
    memberId: string;
    classId: number;
    bookingId: number;
    usedBookings: { has(bookingId: number): boolean };
    now: Date;
  },
): CheckoutEvent[] {
  const goesOn = current?.classId === classId && !usedBookings.has(current.bookingId);
  if (goesOn) return [];
  return [{ type: 'CheckoutStarted', data: { memberId, classId, bookingId, at: now.toISOString() } }];
}
