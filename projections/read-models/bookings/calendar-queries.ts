import type pg from 'pg';
import { FREE_UNTIL } from './queries.ts';
import type { BookingStatus } from './tables.ts';

/** A booking as a member's calendar needs it. */
export interface CalendarBookingRow {
  id: number;
  status: BookingStatus;
  /** The booking from which the pass was moved: in another class, or in the same one after an undone cancellation. */
  movedFromId: number | null;
  className: string;
  startsAt: Date;
  /** Until when cancelling is free, by the rule that the booking was made under. */
  freeUntil: Date;
  /** Minutes. */
  duration: number;
  instructorName: string;
  /** Increases with each change of the class that a calendar shows: its time, length, level, instructor, and the instructor's name. */
  shownRevision: number;
}

/**
 * All bookings of a member, including undone cancellations, the first first. A class that had several instructors counts the changes of
 * all of them, so that a substitute with fewer changes never lowers the revision. More capacity shows nowhere, and counts nothing.
 */
export async function readCalendarBookings(pool: pg.Pool, memberId: string): Promise<CalendarBookingRow[]> {
  const { rows } = await pool.query<CalendarBookingRow>({
    name: 'calendar-bookings',
    text: `WITH own AS (SELECT id, class_id, status, free_until, revision FROM bookings WHERE user_id = $1),
      versions AS (
        SELECT class_id, revision, instructor_id,
          concat_ws('/', level, starts_at, duration, instructor_id) IS DISTINCT FROM
            lag(concat_ws('/', level, starts_at, duration, instructor_id)) OVER (PARTITION BY class_id ORDER BY revision) AS shows
        FROM class_versions WHERE class_id IN (SELECT class_id FROM own)),
      changes AS (SELECT class_id, max(revision) AS revision FROM versions WHERE shows GROUP BY class_id),
      names AS (
        SELECT v.class_id, sum(coalesce(i.changed_revision, 0)) AS revision
        FROM (SELECT DISTINCT class_id, instructor_id FROM versions) v JOIN instructors i ON i.id = v.instructor_id
        GROUP BY v.class_id)
      SELECT b.id, b.status, p.moved_from AS "movedFromId", c.name AS "className", c.starts_at AS "startsAt", c.duration,
        ${FREE_UNTIL} AS "freeUntil", coalesce(i.name, '') AS "instructorName",
        (coalesce(d.revision, 0) + coalesce(n.revision, 0))::int AS "shownRevision"
      FROM own b
        JOIN schedule_classes c ON c.id = b.class_id
        LEFT JOIN booking_progress p ON p.booking_id = b.id
        LEFT JOIN instructors i ON i.id = c.instructor_id
        LEFT JOIN changes d ON d.class_id = b.class_id
        LEFT JOIN names n ON n.class_id = b.class_id
      ORDER BY b.id`,
    values: [memberId],
  });
  return rows;
}
