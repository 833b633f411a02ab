import { millisecondsInMinute } from 'date-fns/constants';
import type pg from 'pg';
import {
  getBookingStart,
  getFreeCancellationEnd,
  getPriorityBookingStart,
  toLondonInstant,
} from '#domain/london-time.ts';
import type { Rules } from '#domain/rules/rules.ts';
import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { type ClassWithWaitlist, countOpenSpotsInRow, findNextWaitlistChange } from './waitlist-state.ts';

/** `waitlist` is for computing availability only; it must not be shown to members. */
export interface ClassRow extends ClassWithWaitlist {
  id: number;
  /** The level. */
  name: string;
  date: string;
  time: string;
  /** Minutes. */
  duration: number;
  waitlistCount: number;
  instructorId: number;
  instructorName: string;
}

/** The revision at which a spot last opened. Increased capacity is found by comparing versions, because it has no event. */
const OPENED = `(SELECT greatest(c.opened_revision, max(v.revision) FILTER (WHERE v.is_more))
  FROM (SELECT revision, capacity > lag(capacity) OVER (ORDER BY revision) AS is_more
    FROM class_versions WHERE class_id = c.id) v)`;

/**
 * The columns `waitlist`, `reservations` and `isAnnounced` of a class `c`. A null revision means that it never happened. The lists are
 * JSON, so that one statement reads a class with them from one snapshot; separate statements could see two states of the class.
 */
const WAITLIST_COLUMNS = `
  CASE WHEN c.waitlist_count = 0 THEN '[]' ELSE (
    SELECT coalesce(json_agg(json_build_object('entryId', w.id, 'memberId', w.user_id, 'offeredUntil', w.offered_until,
      'isPassedOver', coalesce(w.passed_over_revision > o.opened, w.passed_over_revision IS NOT NULL),
      'isAsked', w.asked_joined_for IS NOT NULL)
      ORDER BY w.position), '[]')
    FROM (SELECT ${OPENED} AS opened) o, waitlist w WHERE w.class_id = c.id AND w.left_at IS NULL) END AS waitlist,
  (SELECT coalesce(json_agg(json_build_object('bookingId', r.booking_id, 'memberId', r.member_id, 'until', r.until)
    ORDER BY r.until, r.booking_id), '[]') FROM class_reservations r WHERE r.class_id = c.id) AS reservations,
  c.announced_revision IS NOT NULL
    AND coalesce(c.announced_revision > ${OPENED}, true) AS "isAnnounced"`;

const SELECT = `
  SELECT c.id, c.name, c.date, c.time, c.starts_at AS "startsAt", c.duration, c.max_capacity AS "maxCapacity",
    c.booked_count AS "bookedCount", c.waitlist_count AS "waitlistCount", c.is_marked_full AS "isMarkedFull",
    c.is_cancelled AS "isCancelled", c.instructor_id AS "instructorId", coalesce(i.name, '') AS "instructorName",
    ${WAITLIST_COLUMNS}
  FROM schedule_classes c LEFT JOIN instructors i ON i.id = c.instructor_id`;

/** The uncancelled classes of a span of London days (`yyyy-MM-dd`, inclusive), by day and time. */
export async function readClassesOfDays(queryable: Queryable, date: string, to = date): Promise<ClassRow[]> {
  const { rows } = await queryable.query<ClassRow>({
    name: 'classes-on',
    text: `${SELECT} WHERE c.date BETWEEN $1 AND $2 AND NOT c.is_cancelled ORDER BY c.date, c.time, c.id`,
    values: [date, to],
  });
  return rows;
}

/** A class, possibly cancelled. */
export async function readClassById(pool: pg.Pool, id: number): Promise<ClassRow | undefined> {
  const { rows } = await pool.query<ClassRow>({
    name: 'class-by-id',
    text: `${SELECT} WHERE c.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The classes with these ids, including cancelled ones, in no particular order. */
export async function readClassesByIds(queryable: Queryable, ids: readonly number[]): Promise<ClassRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await queryable.query<ClassRow>({
    name: 'classes-by-ids',
    text: `${SELECT} WHERE c.id ${formatAnyCondition(1, 'int')}`,
    values: [ids],
  });
  return rows;
}

/** The future uncancelled classes with waiting members, and every class with a reservation, the next first. */
export async function readClassesToAdvance(pool: pg.Pool, now: Date): Promise<ClassRow[]> {
  const { rows } = await pool.query<ClassRow>({
    name: 'classes-to-advance',
    text: `${SELECT} WHERE c.waitlist_count > 0 AND c.starts_at > $1 AND NOT c.is_cancelled
        OR EXISTS (SELECT FROM class_reservations r WHERE r.class_id = c.id) ORDER BY c.starts_at`,
    values: [now],
  });
  return rows;
}

export async function readClassDates(
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

/** The future uncancelled classes of an instructor, the next first. */
export async function readClassesToTeach(
  pool: pg.Pool,
  instructorId: number,
  now: Date,
): Promise<ClassRow[]> {
  const { rows } = await pool.query<ClassRow>({
    name: 'classes-to-teach',
    text: `${SELECT} WHERE c.instructor_id = $1 AND c.starts_at >= $2 AND NOT c.is_cancelled
      ORDER BY c.starts_at, c.id`,
    values: [instructorId, now],
  });
  return rows;
}

/** A planned class, to compare with the timetable. */
export interface PlannedClass {
  instructorId: number;
  /** London wall date and time. */
  date: string;
  time: string;
  /** Minutes. */
  duration: number;
  /** The class being changed, if any. */
  classId?: number | undefined;
}

/** The instructor's classes that overlap a planned one. */
export async function readOverlappingClasses(
  pool: pg.Pool,
  { instructorId, date, time, duration, classId }: PlannedClass,
): Promise<ClassRow[]> {
  const startsAt = toLondonInstant(date, time);
  const { rows } = await pool.query<ClassRow>({
    name: 'overlapping-classes',
    text: `${SELECT} WHERE c.instructor_id = $1 AND NOT c.is_cancelled AND c.id <> $4
        AND c.starts_at < $3 AND c.starts_at + c.duration * interval '1 minute' > $2
        AND c.starts_at > $2::timestamptz - interval '1 day'
      ORDER BY c.starts_at, c.id`,
    values: [
      instructorId,
      startsAt,
      new Date(startsAt.getTime() + duration * millisecondsInMinute),
      classId ?? 0,
    ],
  });
  return rows;
}

/** Whether a planned class would already have started. */
export const isInPast = ({ date, time }: Pick<PlannedClass, 'date' | 'time'>, now: Date): boolean =>
  toLondonInstant(date, time) <= now;

/** When booking opens for members and pass holders, and until when cancelling is free. */
export function getBookingTimes({ date, startsAt }: Pick<ClassRow, 'date' | 'startsAt'>, rules: Rules) {
  return {
    bookingOpensAt: getBookingStart(date, rules),
    priorityBookingOpensAt: getPriorityBookingStart(date, rules),
    freeCancellationUntil: getFreeCancellationEnd(startsAt, rules),
  };
}

/** The number of spots that any member can book now, without those reserved for the waiting list. */
export const countBookableSpots = (row: ClassRow, rules: Rules, now: Date): number =>
  row.isMarkedFull ? 0 : countOpenSpotsInRow(row, rules, now);

/** When the passage of time may next change `countBookableSpots`; null if never. */
export const findNextSpotsChange = (row: ClassRow, rules: Rules, now: Date): Date | null =>
  findNextWaitlistChange(row, rules, now);

/** A state of a class. */
export interface ClassVersion {
  level: string;
  startsAt: Date;
  /** Minutes. */
  duration: number;
  instructorName: string;
}

/** The class before the change at a revision of its stream, and now; undefined until both are projected. */
export async function readClassChange(
  pool: pg.Pool,
  { classId, revision }: { classId: number; revision: number },
): Promise<{ before: ClassVersion; now: ClassVersion } | undefined> {
  const { rows } = await pool.query<ClassVersion & { isBefore: boolean }>({
    name: 'class-change',
    text: `SELECT v.level, v.starts_at AS "startsAt", v.duration, coalesce(i.name, '') AS "instructorName",
        v.revision < $2 AS "isBefore"
      FROM class_versions v LEFT JOIN instructors i ON i.id = v.instructor_id
      WHERE v.class_id = $1 ORDER BY v.revision`,
    values: [classId, revision],
  });
  const before = rows.findLast(({ isBefore }) => isBefore);
  const now = rows.findLast(({ isBefore }) => !isBefore);
  return before && now && { before, now };
}

/** A class on the timetable of a span of days. */
export interface TimetableClassRow {
  classId: number;
  level: string;
  date: string;
  time: string;
  durationMinutes: number;
  instructorId: number;
}

/** The uncancelled classes of a span of London days (inclusive), by time. */
export async function readTimetableClasses(
  pool: pg.Pool,
  from: string,
  to: string,
): Promise<TimetableClassRow[]> {
  const { rows } = await pool.query<TimetableClassRow>({
    name: 'standing-classes',
    text: `SELECT id AS "classId", name AS level, date, time, duration AS "durationMinutes",
        instructor_id AS "instructorId"
      FROM schedule_classes WHERE date BETWEEN $1 AND $2 AND NOT is_cancelled ORDER BY date, time, id`,
    values: [from, to],
  });
  return rows;
}

/** The number of uncancelled classes on each London day that has any. */
export async function countClassesByDay(
  pool: pg.Pool,
  from: string,
  to: string,
): Promise<{ date: string; count: number }[]> {
  const { rows } = await pool.query<{ date: string; count: number }>({
    name: 'class-counts-by-day',
    text: `SELECT date, count(*)::int AS count FROM schedule_classes
      WHERE date BETWEEN $1 AND $2 AND NOT is_cancelled GROUP BY date`,
    values: [from, to],
  });
  return rows;
}

export interface CountedClassRow {
  id: number;
  /** The level. */
  name: string;
  date: string;
  time: string;
  startsAt: Date;
  maxCapacity: number;
  bookedCount: number;
  instructorId: number;
  instructorName: string;
}

/** The uncancelled classes of a span of London days (inclusive), in order, for figures. */
export async function readClassesForFigures(
  source: pg.Pool | pg.PoolClient,
  from: string,
  to: string,
): Promise<CountedClassRow[]> {
  const { rows } = await source.query<CountedClassRow>({
    name: 'classes-to-count',
    text: `
      SELECT c.id, c.name, c.date, c.time, c.starts_at AS "startsAt", c.max_capacity AS "maxCapacity",
        c.booked_count AS "bookedCount", c.instructor_id AS "instructorId", coalesce(i.name, '') AS "instructorName"
      FROM schedule_classes c LEFT JOIN instructors i ON i.id = c.instructor_id
      WHERE c.date BETWEEN $1 AND $2 AND NOT c.is_cancelled
      ORDER BY c.date, c.time, c.id`,
    values: [from, to],
  });
  return rows;
}
