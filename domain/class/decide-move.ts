import { Refusal, toRulesFact } from '../refusal.ts';
import type { ClassState, Seat } from './state.ts';

interface OwnSeat {
  readonly bookingId: number;
  readonly memberId: string;
  readonly now: Date;
}

function requireOwnSeat(state: ClassState, { bookingId, memberId }: OwnSeat): Seat {
  const seat = state.seats.get(bookingId);
  if (seat?.memberId !== memberId) throw new Refusal('BOOKING_NOT_FOUND');
  return seat;
}

function assertNotStarted({ details }: ClassState, now: Date): void {
  if (details === null || Date.parse(details.startsAt) <= now.getTime()) throw new Refusal('CLASS_PAST');
}

/**
 * Checks that a member may move this booking to another class, which is allowed while cancelling is free. The rule
 * can only change in the member's favour later, so the result stays valid during the move.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED, CLASS_PAST, MOVE_TOO_LATE
 */
export function assertMovable(state: ClassState, own: OwnSeat): void {
  const seat = requireOwnSeat(state, own);
  if (seat.released !== null) throw new Refusal('ALREADY_CANCELLED');
  assertNotStarted(state, own.now);
  if (!seat.isRescheduled && own.now.getTime() > Date.parse(seat.freeUntil))
    throw new Refusal(
      'MOVE_TOO_LATE',
      { startsAt: state.details?.startsAt ?? '', freeUntil: seat.freeUntil },
      toRulesFact(seat.rulesVersion),
    );
}

/** How long a member can undo a cancellation. The page offers it for ten of these seconds. */
export const UNDO_MS = 15_000;

/**
 * Checks that a member may undo their own cancellation.
 * @throws Refusal BOOKING_NOT_FOUND, CLASS_PAST; UNDO_TOO_LATE also when staff cancelled
 */
export function assertUndoable(state: ClassState, own: OwnSeat): void {
  const { released } = requireOwnSeat(state, own);
  if (released === null) return;
  assertNotStarted(state, own.now);
  const byMember = released.reason === 'cancelled' || released.reason === 'late_cancelled';
  const since = own.now.getTime() - Date.parse(released.at);
  if (!byMember || since > UNDO_MS) throw new Refusal('UNDO_TOO_LATE');
}
