import { Refusal } from '#domain/refusal.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import type { BookingEnd } from './booking-end.ts';

export interface BookingResult {
  readonly bookingId: number;
  readonly creditsRemaining: number;
  /** What read models must reach to show the booking. */
  readonly position: bigint | null;
}

/**
 * The class refused after a pass was held, and the pass is returned. Read models show it once they reach `position`.
 */
export class SeatRefused extends Refusal {
  readonly position: bigint | null;

  constructor({ code, details, facts }: Refusal, position: bigint | null) {
    super(code, details, facts);
    this.position = position;
  }
}

/** Converts a booked end to the command's result. @throws SeatRefused, Refusal unless it is booked */
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
