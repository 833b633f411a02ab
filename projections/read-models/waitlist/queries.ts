import type pg from 'pg';
import type { WaitlistStep } from '#domain/class/decide-waitlist.ts';
import type { SkipReason, WithdrawalReason } from '#domain/class/events.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { readShownRules } from '../rules/queries.ts';
import { readClassesToAdvance } from '../schedule/queries.ts';
import { findNextWaitlistStep } from '../schedule/waitlist-state.ts';
import type { WaitlistEventKind } from './project.ts';

/** The waiting list of a class for one member. */
export interface WaitlistStatusRow {
  classId: number;
  waitlistCount: number;
  /** 1 is the first; null when the member does not wait. */
  position: number | null;
  /** The end of the member's offer; null without one. */
  offeredUntil: Date | null;
  /** The start that the member joined for, while they are asked whether they want the class at its new time; else null. */
  askedJoinedFor: Date | null;
}

const STATUS = `
  SELECT c.id AS "classId", c.waitlist_count AS "waitlistCount", w.offered_until AS "offeredUntil",
    w.asked_joined_for AS "askedJoinedFor",
    CASE WHEN w.id IS NOT NULL THEN (SELECT count(*)::int FROM waitlist o
      WHERE o.class_id = c.id AND o.left_at IS NULL AND o.position <= w.position) END AS position
  FROM schedule_classes c
    LEFT JOIN waitlist w ON w.class_id = c.id AND w.user_id = $2 AND w.left_at IS NULL`;

/** The waiting list of a class for one member; undefined if there is no such class. */
export async function readWaitlistStatus(
  pool: pg.Pool,
  { classId, memberId }: { classId: number; memberId: string },
): Promise<WaitlistStatusRow | undefined> {
  const { rows } = await pool.query<WaitlistStatusRow>({
    name: 'waitlist-status-of',
    text: `${STATUS} WHERE c.id = $1`,
    values: [classId, memberId],
  });
  return rows[0];
}

/** A member and a London day. */
export interface MemberOnDay {
  readonly memberId: string;
  readonly date: string;
}

/** A member's place in the waiting list of a class. */
export interface PlaceRow {
  classId: number;
  position: number;
  /** The end of the member's offer; null without one. */
  offeredUntil: Date | null;
  askedJoinedFor: Date | null;
}

/** The places of these members in the waiting lists of a day's classes; members without a place are omitted. */
export async function readWaitlistPlaces(
  queryable: Queryable,
  memberDays: readonly MemberOnDay[],
): Promise<Map<MemberOnDay, PlaceRow[]>> {
  const { rows } = await queryable.query<PlaceRow & MemberOnDay>({
    name: 'places-in-lines',
    text: `SELECT w.class_id AS "classId", w.offered_until AS "offeredUntil", w.asked_joined_for AS "askedJoinedFor",
        w.user_id AS "memberId", c.date,
        (SELECT count(*)::int FROM waitlist o
          WHERE o.class_id = w.class_id AND o.left_at IS NULL AND o.position <= w.position) AS position
      FROM (SELECT DISTINCT user_id, date FROM unnest($1::text[], $2::text[]) AS a (user_id, date)) a
        JOIN waitlist w ON w.user_id = a.user_id AND w.left_at IS NULL
        JOIN schedule_classes c ON c.id = w.class_id AND c.date = a.date`,
    values: [memberDays.map(({ memberId }) => memberId), memberDays.map(({ date }) => date)],
  });
  const found = Map.groupBy(rows, formatMemberDay);
  return new Map(
    memberDays.flatMap((of) => {
      const places = found.get(formatMemberDay(of));
      return places === undefined ? [] : [[of, places]];
    }),
  );
}

const formatMemberDay = ({ memberId, date }: MemberOnDay) => `${memberId} ${date}`;

export interface WaitlistHistoryRow {
  at: Date;
  what: WaitlistEventKind;
  isMine: boolean;
  reason: SkipReason | WithdrawalReason | 'moved_back' | null;
  /** The rulebook that decided it, where the event notes it. */
  rulesVersion: number | null;
}

/**
 * The history of a class's waiting list from the member's last joining until their leaving, the latest first. It omits members who
 * joined later, and announcements and questions to other members.
 */
export async function readWaitlistHistory(
  pool: pg.Pool,
  { classId, memberId }: { classId: number; memberId: string },
): Promise<WaitlistHistoryRow[]> {
  const { rows } = await pool.query<WaitlistHistoryRow>({
    name: 'waitlist-happenings-of',
    text: `WITH mine AS (SELECT revision, what FROM waitlist_happenings WHERE class_id = $1 AND member_id = $2),
        joined AS (SELECT max(revision) AS revision FROM mine WHERE what = 'joined'),
        departure AS (SELECT min(m.revision) AS revision FROM mine m, joined j
          WHERE m.revision > j.revision AND m.what IN ('left', 'booked', 'class_cancelled'))
      SELECT h.at, h.what, h.member_id = $2 AS "isMine", h.reason, h.rules_version AS "rulesVersion"
      FROM waitlist_happenings h, joined, departure
      WHERE h.class_id = $1 AND h.revision >= joined.revision
        AND (departure.revision IS NULL OR h.revision <= departure.revision) AND (h.member_id = $2 OR h.what NOT IN ('joined', 'announced', 'asked', 'confirmed'))
      ORDER BY h.revision DESC`,
    values: [classId, memberId],
  });
  return rows;
}

/** A waiting member, with the end of an offer to them. */
export interface WaiterRow {
  memberId: string;
  offeredUntil: Date | null;
}

/**
 * The members who waited before a change of the class, at `revision` and `at`, and still do, the first first. It omits those to
 * whom the move itself is a question or withdrew an offer: they get an email about that.
 */
export async function readWaitersToNotify(
  pool: pg.Pool,
  { classId, revision, at }: { classId: number; revision: number; at: string },
): Promise<WaiterRow[]> {
  const { rows } = await pool.query<WaiterRow>({
    name: 'waiters-to-notify',
    text: `SELECT w.user_id AS "memberId", w.offered_until AS "offeredUntil" FROM waitlist w
      WHERE w.class_id = $1 AND w.left_at IS NULL AND w.position < $2
        AND NOT EXISTS (SELECT FROM waitlist_happenings h WHERE h.class_id = $1 AND h.member_id = w.user_id
          AND h.at = $3 AND h.revision > $2 AND (h.what = 'asked' OR h.what = 'withdrawn' AND h.reason = 'moved'))
      ORDER BY w.position`,
    values: [classId, revision, at],
  });
  return rows;
}

const OVERLAP = `a.starts_at < b.starts_at + b.duration * interval '1 minute'
  AND b.starts_at < a.starts_at + a.duration * interval '1 minute'`;

/** Whether a member has a confirmed booking that overlaps this class. */
export async function hasOverlappingBooking(
  pool: pg.Pool,
  { classId, memberId }: { classId: number; memberId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'overlapping-booking',
    text: `SELECT 1 FROM schedule_classes a, bookings k JOIN schedule_classes b ON b.id = k.class_id
      WHERE a.id = $1 AND k.user_id = $2 AND k.status = 'confirmed' AND b.id <> a.id AND ${OVERLAP} LIMIT 1`,
    values: [classId, memberId],
  });
  return rowCount === 1;
}

/** A future class for which a member waits. */
export interface CurrentWaitRow extends WaitlistStatusRow {
  position: number;
  joinedAt: Date;
  /** Whether the member has an overlapping confirmed booking. */
  overlaps: boolean;
  className: string;
  date: string;
  time: string;
  startsAt: Date;
  duration: number;
  instructorId: number;
  instructorName: string;
}

/** Every future class for which a member waits, the next first. */
export async function readCurrentWaits(
  pool: pg.Pool,
  { memberId, now }: { memberId: string; now: Date },
): Promise<CurrentWaitRow[]> {
  const { rows } = await pool.query<CurrentWaitRow>({
    name: 'waiting-of',
    text: `SELECT a.id AS "classId", a.waitlist_count AS "waitlistCount", w.offered_until AS "offeredUntil",
        w.asked_joined_for AS "askedJoinedFor", w.created_at AS "joinedAt", a.name AS "className", a.date, a.time, a.starts_at AS "startsAt", a.duration,
        a.instructor_id AS "instructorId", coalesce(i.name, '') AS "instructorName",
        (SELECT count(*)::int FROM waitlist o
          WHERE o.class_id = a.id AND o.left_at IS NULL AND o.position <= w.position) AS position,
        EXISTS (SELECT 1 FROM bookings k JOIN schedule_classes b ON b.id = k.class_id
          WHERE k.user_id = w.user_id AND k.status = 'confirmed' AND b.id <> a.id AND ${OVERLAP}) AS overlaps
      FROM waitlist w
        JOIN schedule_classes a ON a.id = w.class_id
        LEFT JOIN instructors i ON i.id = a.instructor_id
      WHERE w.user_id = $1 AND w.left_at IS NULL AND NOT a.is_cancelled AND a.starts_at > $2
      ORDER BY a.starts_at, a.id`,
    values: [memberId, now],
  });
  return rows;
}

/** An entry that the read model must contain before its result is valid: a booking or a waiting-list event. */
export type ReadModelEntry =
  | { readonly bookingId: number }
  | { readonly classId: number; readonly revision: number };

/** The classes for which a member waits, each with a class at the same time that they are booked in. */
interface OverlappingWaits {
  /** The time of the entry since which they were read. */
  readonly at: Date;
  readonly pairs: readonly { readonly classId: number; readonly bookedClassId: number }[];
}

const SINCE = {
  booking: 'SELECT created_at AS at FROM bookings WHERE id = $2',
  line: 'SELECT at FROM waitlist_happenings WHERE member_id = $1 AND class_id = $2 AND revision = $3',
};

/**
 * Reads the member's overlaps by the present times of the classes; undefined until the read model contains `since`, which belongs to
 * the member.
 */
export async function readOverlappingWaits(
  pool: pg.Pool,
  memberId: string,
  since: ReadModelEntry,
): Promise<OverlappingWaits | undefined> {
  const [kind, values] =
    'bookingId' in since
      ? (['booking', [since.bookingId]] as const)
      : (['line', [since.classId, since.revision]] as const);
  const { rows } = await pool.query<{ at: Date; classId: number | null; bookedClassId: number | null }>({
    name: `overlapping-lines-since-${kind}`,
    text: `SELECT s.at, o."classId", o."bookedClassId"
      FROM (${SINCE[kind]}) s LEFT JOIN LATERAL (
        SELECT DISTINCT a.id AS "classId", b.id AS "bookedClassId"
        FROM waitlist w JOIN schedule_classes a ON a.id = w.class_id,
          bookings k JOIN schedule_classes b ON b.id = k.class_id
        WHERE w.user_id = $1 AND w.left_at IS NULL AND NOT a.is_cancelled
          AND k.user_id = $1 AND k.status = 'confirmed' AND b.id <> a.id AND ${OVERLAP}) o ON true`,
    values: [memberId, ...values],
  });
  const [first] = rows;
  if (first === undefined) return undefined;
  const pairs = rows.flatMap(({ classId, bookedClassId }) =>
    classId === null || bookedClassId === null ? [] : [{ classId, bookedClassId }],
  );
  return { at: first.at, pairs };
}

/** The projected ones of these bookings whose member waits for no class. */
export async function readBookingsWithoutWaits(
  pool: pg.Pool,
  bookingIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'bookings-of-who-waits-nowhere',
    text: `SELECT b.id FROM bookings b WHERE b.id = ANY ($1::int[])
        AND NOT EXISTS (SELECT FROM waitlist w WHERE w.user_id = b.user_id AND w.left_at IS NULL)`,
    values: [bookingIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The due step of a class's waiting list, or when the next one becomes due. */
export interface WaitlistDue {
  readonly classId: number;
  /** Identifies the due step; null when none is due. */
  readonly due: string | null;
  readonly until: Date | null;
}

function describeDue(step: WaitlistStep): Omit<WaitlistDue, 'classId'> {
  switch (step.kind) {
    case 'wait':
      return { due: null, until: step.until };
    case 'announce':
      return { due: step.kind, until: null };
    case 'lapse':
      return { due: `lapse-${step.offer.entryId}`, until: null };
    case 'free':
      return { due: `free-${step.reservation.bookingId}`, until: null };
    case 'book':
    case 'offer':
      return { due: `${step.kind}-${step.entry.entryId}`, until: null };
  }
}

/** The waiting lists and reservations of all classes according to the read models; the class's decider decides. */
export async function readWaitlistDues(pool: pg.Pool, now: Date): Promise<WaitlistDue[]> {
  const [classes, rules] = await Promise.all([readClassesToAdvance(pool, now), readShownRules(pool)]);
  return classes.map((row) => ({ classId: row.id, ...describeDue(findNextWaitlistStep(row, rules, now)) }));
}

/** One wait of a member for a class. */
export interface WaitRow {
  classId: number;
  className: string;
  date: string;
  time: string;
  startsAt: Date;
  joinedAt: Date;
  /** Null while the member waits. */
  leftAt: Date | null;
}

/** All waits of a member, the latest first. */
export async function readWaits(pool: pg.Pool, memberId: string): Promise<WaitRow[]> {
  const { rows } = await pool.query<WaitRow>({
    name: 'waits-of',
    text: `SELECT w.class_id AS "classId", c.name AS "className", c.date, c.time, c.starts_at AS "startsAt",
        w.created_at AS "joinedAt", w.left_at AS "leftAt"
      FROM waitlist w JOIN schedule_classes c ON c.id = w.class_id
      WHERE w.user_id = $1 ORDER BY w.created_at DESC, w.id DESC`,
    values: [memberId],
  });
  return rows;
}

/** A waiting member, for staff. */
export interface WaitlistMemberRow {
  userId: string;
  /** Null once the member is erased. */
  userName: string | null;
  joinedAt: Date;
  /** The end of the member's offer; null without one. */
  offeredUntil: Date | null;
  /** The start that the member joined for, while they are asked whether they want the class at its new time; else null. */
  askedJoinedFor: Date | null;
}

/** The waiting list of a class, the first first. */
export async function readWaitlistOfClass(pool: pg.Pool, classId: number): Promise<WaitlistMemberRow[]> {
  const { rows } = await pool.query<WaitlistMemberRow>({
    name: 'line-of',
    text: `SELECT w.user_id AS "userId", u.name AS "userName", w.created_at AS "joinedAt",
        w.offered_until AS "offeredUntil", w.asked_joined_for AS "askedJoinedFor"
      FROM waitlist w LEFT JOIN users u ON u.id = w.user_id
      WHERE w.class_id = $1 AND w.left_at IS NULL ORDER BY w.position`,
    values: [classId],
  });
  return rows;
}
