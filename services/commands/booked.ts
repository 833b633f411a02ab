import { Refusal } from '../domain/refusal.ts';
import { remainingPasses } from '../domain/wallet/state.ts';
import type { BookingEnd } from '../processes/booking/booking-end.ts';

export interface Booked {
  readonly bookingId: number;
  readonly creditsRemaining: number;
  /** What read models must reach to show the booking. */
  readonly position: bigint | null;
}

/** Tells a booking's end as the API answers it. @throws Refusal unless it is booked */
export function bookedOf(end: BookingEnd, now: Date): Booked {
  switch (end.outcome) {
    case 'booked': {
      const { bookingId, wallet, position } = end;
      return { bookingId, position, creditsRemaining: remainingPasses(wallet, now) };
    }
    case 'refused':
      throw end.refusal;
    case 'released':
      throw new Refusal(end.reason === 'class_cancelled' ? 'CLASS_CANCELLED' : 'CONFLICT');
    case 'returned':
    case 'none':
      throw new Refusal('CONFLICT');
  }
}
