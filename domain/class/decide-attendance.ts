import { Refusal } from '../refusal.ts';
import type { ClassEvent } from './events.ts';
import type { ClassState } from './state.ts';

/** One press of a mark: they came, they did not, or (null) the mark comes off again. */
export interface AttendanceMark {
  readonly bookingId: number;
  readonly attended: boolean | null;
  /** When it was pressed, by the device's reading of the studio clock; what lies ahead counts as now. */
  readonly markedAt: Date;
  readonly now: Date;
}

/**
 * Notes who came, at any time and back and forth: the last press wins, whenever it arrives. A mark that is as it was
 * asked for, or that was pressed before the one that stands, adds nothing.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED
 */
export function markAttendance(
  state: ClassState,
  { bookingId, attended, markedAt, now }: AttendanceMark,
): ClassEvent[] {
  const seat = state.seats.get(bookingId);
  if (state.classId === null || seat === undefined) throw new Refusal('BOOKING_NOT_FOUND');
  if (seat.released !== null) throw new Refusal('ALREADY_CANCELLED');
  const standing = seat.attendance;
  if ((standing?.attended ?? null) === attended) return [];
  const pressed = new Date(Math.min(markedAt.getTime(), now.getTime())).toISOString();
  if (standing !== null && pressed < standing.markedAt) return [];
  const { classId } = state;
  const { memberId } = seat;
  return [
    {
      type: 'AttendanceMarked',
      data: { classId, bookingId, memberId, attended, markedAt: pressed, at: now.toISOString() },
    },
  ];
}
