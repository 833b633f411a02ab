import { Refusal } from '../refusal.ts';
import type { ClassEvent } from './events.ts';
import type { ClassState } from './state.ts';

/** An attendance mark set by staff: attended, absent, or null for no mark. */
export interface AttendanceMark {
  readonly bookingId: number;
  readonly attended: boolean | null;
  /** When the button was pressed, by the device's copy of the studio clock. A later instant than now counts as now. */
  readonly markedAt: Date;
  readonly now: Date;
}

/**
 * Marks attendance at any time and in any direction: the latest press wins, in whatever order presses arrive. Appends
 * nothing for an unchanged mark, or for a press that is older than the current one.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED
 */
export function markAttendance(
  state: ClassState,
  { bookingId, attended, markedAt, now }: AttendanceMark,
): ClassEvent[] {
  const seat = state.seats.get(bookingId);
  if (state.classId === null || seat === undefined) throw new Refusal('BOOKING_NOT_FOUND');
  if (seat.released !== null) throw new Refusal('ALREADY_CANCELLED');
  const current = seat.attendance;
  if ((current?.attended ?? null) === attended) return [];
  const pressedAt = new Date(Math.min(markedAt.getTime(), now.getTime())).toISOString();
  if (current !== null && pressedAt < current.markedAt) return [];
  const { classId } = state;
  const { memberId } = seat;
  return [
    {
      type: 'AttendanceMarked',
      data: { classId, bookingId, memberId, attended, markedAt: pressedAt, at: now.toISOString() },
    },
  ];
}
