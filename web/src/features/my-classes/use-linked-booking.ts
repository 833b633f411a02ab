import { useSearchParams } from 'react-router-dom';
import type { MyBooking } from '#services/contract/bookings.ts';
import { canMove } from './booking-status.ts';

/** Whether an address names a booking. */
export const hasLinkedBooking = (search: string): boolean => new URLSearchParams(search).has('booking');

/**
 * The booking of the address `?booking=`, as the emails link to it. `do=cancel` or `do=move` asks the question of that button; only an
 * answer to it changes anything.
 */
export function useLinkedBooking(bookings: readonly MyBooking[], now: number) {
  const [parameters] = useSearchParams();
  const id = Number(parameters.get('booking'));
  const booking = bookings.find((one) => one.id === id);
  const action = parameters.get('do');
  return {
    id: booking?.id,
    toCancel: action === 'cancel' && booking?.cancellable ? booking : null,
    toMove: action === 'move' && booking && canMove(booking, now) ? booking : null,
  };
}
