import type { ExceptionCode } from './audit-exception.ts';
import type { BookingEntry } from './booking-ledger.ts';

/** A contradiction between a booking's pass and seat. */
interface BookingProblem {
  readonly code: ExceptionCode;
  readonly expected: string;
}

const seatWithoutPass: BookingProblem = { code: 'SEAT_WITHOUT_PASS', expected: 'a seat and a used pass' };
const passWithoutSeat: BookingProblem = { code: 'PASS_WITHOUT_SEAT', expected: 'a used pass and a seat' };
const notSettled = (expected: string): BookingProblem => ({ code: 'PASS_NOT_SETTLED', expected });

/**
 * Compares a booking's pass and seat after all events; null if they agree. A used pass needs a seat; the pass of a released seat
 * is returned, forfeited or moved. A forfeited one comes back only for the booking that took the place. Wallet and class are two streams, so at the end of the log one may lag behind the other.
 */
export function findBookingProblem({
  pass,
  seat,
  returnsPass,
  refilledBy,
  returnedFor,
}: BookingEntry): BookingProblem | null {
  if (returnedFor !== null && returnedFor !== refilledBy)
    return {
      code: 'REFILL_WITHOUT_BOOKING',
      expected: 'a booking that took the place, in the class’s events',
    };
  if (pass === 'held') return notSettled('a pass that is used or back');
  switch (seat) {
    case 'taken':
      return pass === 'used' ? null : seatWithoutPass;
    case 'none':
      return pass === 'returned' ? null : passWithoutSeat;
    case 'released': {
      if (pass === 'moved') return null;
      const due = returnsPass || refilledBy !== null ? 'returned' : 'forfeited';
      return pass === due ? null : notSettled(`a pass that is ${due}`);
    }
  }
}
