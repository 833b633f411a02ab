import type { ExceptionCode } from './audit-exception.ts';
import type { BookingEntry } from './booking-ledger.ts';

/** What is odd about a booking, now that all events are in. */
export interface Unsettled {
  readonly code: ExceptionCode;
  readonly expected: string;
}

const seatWithoutPass: Unsettled = { code: 'SEAT_WITHOUT_PASS', expected: 'a seat and a used pass' };
const passWithoutSeat: Unsettled = { code: 'PASS_WITHOUT_SEAT', expected: 'a used pass and a seat' };
const notSettled = (expected: string): Unsettled => ({ code: 'PASS_NOT_SETTLED', expected });

/**
 * Whether pass and seat agree: a used pass has a seat, a seat that was given up gave its pass back, or cost it, or its pass
 * went on to another booking. null when they do. Two streams can't be written at once, so that one of them may still have
 * to follow.
 */
export function findBookingProblem({ pass, seat, returnsPass }: BookingEntry): Unsettled | null {
  if (pass === 'held') return notSettled('a pass that is used or back');
  switch (seat) {
    case 'taken':
      return pass === 'used' ? null : seatWithoutPass;
    case 'none':
      return pass === 'returned' ? null : passWithoutSeat;
    case 'released': {
      if (pass === 'moved') return null;
      const due = returnsPass ? 'returned' : 'forfeited';
      return pass === due ? null : notSettled(`a pass that is ${due}`);
    }
  }
}
