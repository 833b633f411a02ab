import { Refusal } from '../refusal.ts';
import type { ClassState, Seat } from './state.ts';

interface OwnSeat {
  readonly bookingId: number;
  readonly memberId: string;
  readonly now: Date;
}

function ownSeat(state: ClassState, { bookingId, memberId }: OwnSeat): Seat {
  const seat = state.seats.get(bookingId);
  if (seat?.memberId !== memberId) throw new Refusal('BOOKING_NOT_FOUND');
  return seat;
}

function assertAhead({ details }: ClassState, now: Date): void {
  if (details === null || Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
}

/**
 * Whether a member may move this booking to another class: as long as cancelling it would be free. Whether the rule
 * allows it can only change in the member's favour afterwards, so that what is true now holds while it is moved.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED, CLASS_PAST, MOVE_TOO_LATE
 */
export function assertMovable(state: ClassState, own: OwnSeat): void {
  const seat = ownSeat(state, own);
  if (seat.released !== null) throw new Refusal('ALREADY_CANCELLED');
  assertAhead(state, own.now);
  if (!seat.moved && own.now.getTime() > Date.parse(seat.freeUntil)) throw new Refusal('MOVE_TOO_LATE');
}

/** How long after a cancellation the member may take it back; the page offers it for ten seconds of these. */
export const UNDO_MS = 15_000;

/**
 * Whether a member may take back their own cancellation of this booking.
 * @throws Refusal BOOKING_NOT_FOUND, CLASS_PAST; UNDO_TOO_LATE also when it was not the member who cancelled
 */
export function assertUndoable(state: ClassState, own: OwnSeat): void {
  const { released } = ownSeat(state, own);
  if (released === null) return;
  assertAhead(state, own.now);
  const byMember = released.reason === 'cancelled' || released.reason === 'late_cancelled';
  const since = own.now.getTime() - Date.parse(released.at);
  if (!byMember || since > UNDO_MS) throw new Refusal('UNDO_TOO_LATE');
}
