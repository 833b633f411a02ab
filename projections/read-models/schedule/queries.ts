import type pg from 'pg';
import {
  bookingOpensAt,
  freeCancellationUntil,
  priorityBookingOpensAt,
} from '../../../services/domain/london-time.ts';

export interface ClassRow {
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
  waitlistCount: number;
  isMarkedFull: boolean;
  isCancelled: boolean;
  instructorId: number;
  instructorName: string;
}

const SELECT = `
  SELECT c.id, c.name, c.date, c.time, c.starts_at AS "startsAt", c.duration, c.max_capacity AS "maxCapacity",
    c.booked_count AS "bookedCount", c.waitlist_count AS "waitlistCount", c.is_marked_full AS "isMarkedFull",
    c.is_cancelled AS "isCancelled", c.instructor_id AS "instructorId", coalesce(i.name, '') AS "instructorName"
  FROM schedule_classes c LEFT JOIN instructors i ON i.id = c.instructor_id`;

/** The classes of a London day (`yyyy-MM-dd`) that take place, by time. */
export async function classesOn(pool: pg.Pool, date: string): Promise<ClassRow[]> {
  const { rows } = await pool.query<ClassRow>({
    name: 'classes-on',
    text: `${SELECT} WHERE c.date = $1 AND NOT c.is_cancelled ORDER BY c.time, c.id`,
    values: [date],
  });
  return rows;
}

/** A class, cancelled ones too. */
export async function classById(pool: pg.Pool, id: number): Promise<ClassRow | undefined> {
  const { rows } = await pool.query<ClassRow>({
    name: 'class-by-id',
    text: `${SELECT} WHERE c.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The classes of these ids, cancelled ones too, in no particular order. */
export async function classesByIds(pool: pg.Pool, ids: readonly number[]): Promise<ClassRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<ClassRow>({
    name: 'classes-by-ids',
    text: `${SELECT} WHERE c.id = ANY($1::int[])`,
    values: [ids],
  });
  return rows;
}

export async function datesOfClasses(
  pool: pg.Pool,
  ids: readonly number[],
): Promise<{ id: number; date: string }[]> {
  const { rows } = await pool.query<{ id: number; date: string }>({
    name: 'dates-of-classes',
    text: `SELECT id, date FROM schedule_classes WHERE id = ANY($1::int[])`,
    values: [ids],
  });
  return rows;
}

/** Whether an instructor has a class from `now` on that takes place. */
export async function instructorHasClasses(pool: pg.Pool, instructorId: number, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'instructor-has-classes',
    text: `SELECT EXISTS (SELECT 1 FROM schedule_classes
      WHERE instructor_id = $1 AND starts_at >= $2 AND NOT is_cancelled) AS found`,
    values: [instructorId, now],
  });
  return rows[0]?.found === true;
}

/** When a class can be booked by whom, and until when a booking of it can be cancelled freely. */
export function bookingTimes({ date, startsAt }: Pick<ClassRow, 'date' | 'startsAt'>, priorityHours: number) {
  return {
    bookingOpensAt: bookingOpensAt(date, priorityHours),
    priorityBookingOpensAt: priorityBookingOpensAt(date),
    freeCancellationUntil: freeCancellationUntil(startsAt),
  };
}
