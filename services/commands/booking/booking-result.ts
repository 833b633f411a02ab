import { Refusal } from '#domain/refusal.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import type { BookingEnd } from './booking-end.ts';

export interface BookingResult {
  readonly bookingId: number;
  readonly creditsRemaining: number;
  /** What read models must reach to show the booking. */
  readonly position: bigint | null;
}

/** The class said no after a pass was held for it, and the pass is back: once read models reach `position` they show it there. */
export class SeatRefused extends Refusal {
  readonly position: bigint | null;

  constructor({ code, details }: Refusal, position: bigint | null) {
    super(code, details);
    this.position = position;
  }
}

/** Tells a booking's end as the API answers it. @throws SeatRefused, Refusal unless it is booked */
export function toBookingResult(end: BookingEnd, now: Date): BookingResult {
  switch (end.outcome) {
    case 'booked': {
      const { bookingId, wallet, position } = end;
      return { bookingId, position, creditsRemaining: countRemainingPasses(wallet, now) };
    }
    case 'refused':
      throw new SeatRefused(end.refusal, end.position);
    case 'released':
      throw new Refusal(end.reason === 'class_cancelled' ? 'CLASS_CANCELLED' : 'CONFLICT');
    case 'returned':
    case 'none':
      throw new Refusal('CONFLICT');
  }
}
