import type pg from 'pg';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { hasHealthNotes, readHealthOfMembers, type SealedSource } from '../health/queries.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 14;

/** A class with its confirmed attendees. */
export interface TaughtClassRow {
  id: number;
  /** The level. */
  name: string;
  date: string;
  time: string;
  startsAt: Date;
  /** Minutes. */
  duration: number;
  maxCapacity: number;
  bookedCount: number;
  isMarkedFull: boolean;
  instructorId: number;
  /** Empty once the instructor was removed. */
  instructorName: string;
  attendees: AttendeeRow[];
}

interface AttendeeRow {
  id: number;
  classId: number;
  userId: string;
  attended: boolean | null;
  createdAt: Date;
  /** Null once the member is erased. */
  name: string | null;
  email: string | null;
  phone: string | null;
  isErased: boolean;
  hasHealthNotes: boolean;
  hasAnsweredHealth: boolean;
}

/** Wall dates, both inclusive. */
interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The days that instructors see at first: back far enough to correct attendance, and ahead as far as staff add members to classes. */
export function getTeachingSpan(now: Date): DaySpan {
  const today = toLondonDay(now);
  return { from: addDaysToDay(today, -DAYS_BACK), to: addDaysToDay(today, DAYS_AHEAD) };
}

/** The uncancelled classes of a span, the latest first, with their attendees in booking order. */
export async function readClassesWithAttendees(
  source: SealedSource,
  { from, to }: DaySpan,
): Promise<TaughtClassRow[]> {
  const { pool } = source;
  const values = [from, to];
  const [classes, attendees] = await Promise.all([
    pool.query<Omit<TaughtClassRow, 'attendees'>>({
      name: 'taught-classes',
      text: `SELECT c.id, c.name, c.date, c.time, c.starts_at AS "startsAt", c.duration,
          c.max_capacity AS "maxCapacity", c.booked_count AS "bookedCount", c.is_marked_full AS "isMarkedFull",
          c.instructor_id AS "instructorId", coalesce(i.name, '') AS "instructorName"
        FROM schedule_classes c LEFT JOIN instructors i ON i.id = c.instructor_id
        WHERE c.date BETWEEN $1 AND $2 AND NOT c.is_cancelled
        ORDER BY c.date DESC, c.time DESC, c.id DESC`,
      values,
    }),
    pool.query<Omit<AttendeeRow, 'hasHealthNotes' | 'hasAnsweredHealth'>>({
      name: 'taught-attendees',
      text: `SELECT b.id, b.class_id AS "classId", b.user_id AS "userId", b.attended, b.created_at AS "createdAt",
          u.name, u.email, u.phone, u.erased_at IS NOT NULL AS "isErased"
        FROM bookings b
          JOIN schedule_classes c ON c.id = b.class_id
          LEFT JOIN users u ON u.id = b.user_id
        WHERE c.date BETWEEN $1 AND $2 AND NOT c.is_cancelled AND b.status = 'confirmed'
        ORDER BY b.class_id, b.revision`,
      values,
    }),
  ]);
  const health = await readHealthOfMembers(source, [...new Set(attendees.rows.map(({ userId }) => userId))]);
  const byClass = Map.groupBy(
    attendees.rows.map((row) => ({
      ...row,
      hasHealthNotes: hasHealthNotes(health.get(row.userId)),
      hasAnsweredHealth: health.has(row.userId),
    })),
    ({ classId }) => classId,
  );
  return classes.rows.map((row) => ({ ...row, attendees: byClass.get(row.id) ?? [] }));
}

/** The member of a confirmed booking in a class. */
export async function readAttendee(
  pool: pg.Pool,
  { classId, bookingId }: { classId: number; bookingId: number },
): Promise<{ userId: string } | undefined> {
  const { rows } = await pool.query<{ userId: string }>({
    name: 'attendee-of',
    text: `SELECT user_id AS "userId" FROM bookings WHERE id = $1 AND class_id = $2 AND status = 'confirmed'`,
    values: [bookingId, classId],
  });
  return rows[0];
}
