import { millisecondsInDay } from 'date-fns/constants';
import type pg from 'pg';
import { UNDO_MS } from '#domain/class/decide-move.ts';
import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import type { BookingStatus } from './tables.ts';

/** A booking with the current data of its class. */
export interface BookingRow {
  id: number;
  classId: number;
  userId: string;
  status: BookingStatus;
  attended: boolean | null;
  createdAt: Date;
  lotId: string;
  passName: string;
  /** The last instant of the pass's lot. */
  passExpiresAt: Date;
  /** Cancelling up to this instant, inclusive, returns the pass. It is the class's start if the class was moved after the booking. */
  freeUntil: Date;
  /** The rulebook that it was made under; null in older bookings. */
  rulesVersion: number | null;
  /** Null while the booking is confirmed. */
  passReturned: boolean | null;
  /** A late cancellation whose pass comes back when another member takes the place. */
  refillable: boolean;
  releasedAt: Date | null;
  className: string;
  date: string;
  time: string;
  startsAt: Date;
  duration: number;
  instructorId: number;
  instructorName: string;
}

/** `BookingRow.freeUntil`, of a booking `b` and its class `c`. */
export const FREE_UNTIL = 'CASE WHEN c.freed_revision > b.revision THEN c.starts_at ELSE b.free_until END';

const SELECT = `
  SELECT b.id, b.class_id AS "classId", b.user_id AS "userId", b.status, b.attended, b.created_at AS "createdAt",
    b.lot_id AS "lotId", coalesce(l.pass_name, '') AS "passName", coalesce(l.expires_at, c.starts_at) AS "passExpiresAt",
    ${FREE_UNTIL} AS "freeUntil", b.rules_version AS "rulesVersion",
    b.pass_returned AS "passReturned", b.refillable, b.released_at AS "releasedAt", c.name AS "className", c.date,
    c.time, c.starts_at AS "startsAt", c.duration, c.instructor_id AS "instructorId",
    coalesce(i.name, '') AS "instructorName"
  FROM bookings b
    JOIN schedule_classes c ON c.id = b.class_id
    LEFT JOIN instructors i ON i.id = c.instructor_id
    LEFT JOIN wallet_lots l ON l.lot_id = b.lot_id`;

/**
 * A member's bookings, including cancelled ones, the latest class first. Undone cancellations are omitted: the booking that received
 * the pass replaces them.
 */
export async function readBookingsOfMember(pool: pg.Pool, memberId: string): Promise<BookingRow[]> {
  return (await readBookingsOfMembers(pool, [memberId])).get(memberId) ?? [];
}

/** The same for several members; members without bookings are omitted. */
export async function readBookingsOfMembers(
  queryable: Queryable,
  memberIds: readonly string[],
): Promise<Map<string, BookingRow[]>> {
  const { rows } = await queryable.query<BookingRow>({
    name: 'bookings-of-each',
    text: `${SELECT} WHERE b.user_id ${formatAnyCondition(1, 'text')} AND b.status <> 'undone' ORDER BY c.starts_at DESC, b.id DESC`,
    values: [memberIds],
  });
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Each member with upcoming bookings, and how many. */
export async function readUpcomingBookingCounts(
  pool: pg.Pool,
  now: Date,
): Promise<{ memberId: string; bookings: number }[]> {
  const { rows } = await pool.query<{ memberId: string; bookings: number }>({
    name: 'upcoming-booking-counts',
    text: `SELECT b.user_id AS "memberId", count(*)::int AS bookings
      FROM bookings b JOIN schedule_classes c ON c.id = b.class_id
      WHERE b.status = 'confirmed' AND c.starts_at > $1 GROUP BY b.user_id ORDER BY b.user_id`,
    values: [now],
  });
  return rows;
}

export async function readBookingById(pool: pg.Pool, id: number): Promise<BookingRow | undefined> {
  const { rows } = await pool.query<BookingRow>({
    name: 'booking-by-id',
    text: `${SELECT} WHERE b.id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface ClassBookingRow {
  id: number;
  userId: string;
  status: BookingStatus;
  attended: boolean | null;
  createdAt: Date;
  /** Null once the member is erased. */
  userName: string | null;
  userEmail: string | null;
  userPhone: string | null;
  passName: string;
  passExpiresAt: Date;
}

/** The confirmed bookings of a class, in booking order. */
export async function readClassBookings(pool: pg.Pool, classId: number): Promise<ClassBookingRow[]> {
  const { rows } = await pool.query<ClassBookingRow>({
    name: 'class-bookings',
    text: `SELECT b.id, b.user_id AS "userId", b.status, b.attended, b.created_at AS "createdAt",
        u.name AS "userName", u.email AS "userEmail", u.phone AS "userPhone",
        coalesce(l.pass_name, '') AS "passName", coalesce(l.expires_at, b.free_until) AS "passExpiresAt"
      FROM bookings b LEFT JOIN users u ON u.id = b.user_id LEFT JOIN wallet_lots l ON l.lot_id = b.lot_id
      WHERE b.class_id = $1 AND b.status = 'confirmed' ORDER BY b.revision`,
    values: [classId],
  });
  return rows;
}

export type RecentBookingRow = BookingRow & Pick<ClassBookingRow, 'userName' | 'userEmail' | 'userPhone'>;

/** The latest bookings, including cancelled ones, the latest first. */
export async function readRecentBookings(pool: pg.Pool, limit = 200): Promise<RecentBookingRow[]> {
  const { rows } = await pool.query<RecentBookingRow>({
    name: 'recent-bookings',
    text: `WITH recent AS (SELECT id FROM bookings WHERE status <> 'undone' ORDER BY created_at DESC, id DESC LIMIT $1)
      SELECT k.*, u.name AS "userName", u.email AS "userEmail", u.phone AS "userPhone"
      FROM (${SELECT} WHERE b.id IN (SELECT id FROM recent)) k LEFT JOIN users u ON u.id = k."userId"
      ORDER BY k."createdAt" DESC, k.id DESC`,
    values: [limit],
  });
  return rows;
}

/** Members with a confirmed booking from before a revision of the class's stream. */
export async function readMembersBookedBefore(
  pool: pg.Pool,
  { classId, revision }: { classId: number; revision: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ memberId: string }>({
    name: 'members-seated-before',
    text: `SELECT user_id AS "memberId" FROM bookings
      WHERE class_id = $1 AND status = 'confirmed' AND revision < $2 ORDER BY revision`,
    values: [classId, revision],
  });
  return rows.map(({ memberId }) => memberId);
}

/** A cancellation is emailed once it can no longer be undone, plus a second for undo requests in progress. */
const NOTIFY_AFTER_MS = UNDO_MS + 1_000;
/** Older cancellations get no email. */
const NOTIFY_WITHIN_MS = millisecondsInDay;
const CANCELLED_BY_MEMBER = `b.status IN ('cancelled', 'late_cancelled') AND b.released_at IS NOT NULL`;

/** Bookings whose cancellation by the member is final, at most a day old and not yet emailed, the oldest first. */
export async function readCancellationsToNotify(
  pool: pg.Pool,
  now: Date,
  limit = 500,
): Promise<{ bookingId: number; memberId: string }[]> {
  const { rows } = await pool.query<{ bookingId: number; memberId: string }>({
    name: 'cancellations-to-tell',
    text: `SELECT b.id AS "bookingId", b.user_id AS "memberId" FROM bookings b
      WHERE ${CANCELLED_BY_MEMBER} AND b.released_at > $1 AND b.released_at <= $2
        AND NOT EXISTS (SELECT 1 FROM performed_effects WHERE key = 'booking-cancelled/' || b.id)
      ORDER BY b.released_at, b.id LIMIT $3`,
    values: [new Date(now.getTime() - NOTIFY_WITHIN_MS), new Date(now.getTime() - NOTIFY_AFTER_MS), limit],
  });
  return rows;
}

/** The first instant after `now` at which a cancellation is due to be emailed; null when there is none. */
export async function findNextCancellationToNotify(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>({
    name: 'next-cancellation-to-tell',
    text: `SELECT min(b.released_at) AS next FROM bookings b WHERE ${CANCELLED_BY_MEMBER} AND b.released_at > $1`,
    values: [new Date(now.getTime() - NOTIFY_AFTER_MS)],
  });
  const next = rows[0]?.next ?? null;
  return next && new Date(next.getTime() + NOTIFY_AFTER_MS);
}
