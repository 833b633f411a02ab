import { millisecondsInDay } from 'date-fns/constants';
import { addDaysToDay, endOfLondonDay, toLondonDay } from '#domain/london-time.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';

/** How long an unmarked attendance is shown. */
const UNMARKED_DAYS = 14;
/** Passes whose last day is among this many, today included, lapse soon. */
const LAPSING_DAYS = 7;

/** A class, as a line of the page. */
interface ClassLine {
  classId: number;
  /** The level. */
  level: string;
  date: string;
  time: string;
  /** Empty once the instructor was removed. */
  instructorName: string;
}

const CLASS_COLUMNS = `c.id AS "classId", c.name AS level, c.date, c.time, coalesce(i.name, '') AS "instructorName"`;
const CLASSES = 'schedule_classes c LEFT JOIN instructors i ON i.id = c.instructor_id';

interface NextClassRow extends ClassLine {
  bookedCount: number;
  maxCapacity: number;
}

/** The next class that is not cancelled; undefined when none is planned. */
export async function readNextClass(queryable: Queryable, now: Date): Promise<NextClassRow | undefined> {
  const { rows } = await queryable.query<NextClassRow>({
    name: 'today-next-class',
    text: `SELECT ${CLASS_COLUMNS}, c.booked_count AS "bookedCount", c.max_capacity AS "maxCapacity"
      FROM ${CLASSES} WHERE c.starts_at >= $1 AND NOT c.is_cancelled ORDER BY c.starts_at, c.id LIMIT 1`,
    values: [now],
  });
  return rows[0];
}

interface FirstTimerRow extends ClassLine {
  bookingId: number;
  memberId: string;
  memberName: string | null;
}

/** Who is booked today and has not been to an earlier class, in the order of the day. */
export async function readFirstTimers(queryable: Queryable, now: Date): Promise<FirstTimerRow[]> {
  const { rows } = await queryable.query<FirstTimerRow>({
    name: 'today-first-timers',
    text: `SELECT ${CLASS_COLUMNS}, b.id AS "bookingId", b.user_id AS "memberId", u.name AS "memberName"
      FROM bookings b JOIN ${CLASSES} ON c.id = b.class_id LEFT JOIN users u ON u.id = b.user_id
      WHERE c.date = $1 AND NOT c.is_cancelled AND b.status = 'confirmed' AND NOT EXISTS (
        SELECT FROM bookings e JOIN schedule_classes ec ON ec.id = e.class_id
        WHERE e.user_id = b.user_id AND e.status = 'confirmed' AND e.attended IS NOT FALSE
          AND NOT ec.is_cancelled AND ec.starts_at < c.starts_at)
      ORDER BY c.starts_at, b.id`,
    values: [toLondonDay(now)],
  });
  return rows;
}

interface UnmarkedRow extends ClassLine {
  unmarked: number;
}

/** The classes that ended within the last 14 days with bookings whose attendance is not marked, the latest first. */
export async function readUnmarkedClasses(queryable: Queryable, now: Date): Promise<UnmarkedRow[]> {
  const { rows } = await queryable.query<UnmarkedRow>({
    name: 'today-unmarked',
    text: `SELECT ${CLASS_COLUMNS}, count(*)::int AS unmarked
      FROM bookings b JOIN ${CLASSES} ON c.id = b.class_id
      WHERE c.starts_at > $1 AND c.starts_at + c.duration * interval '1 minute' <= $2 AND NOT c.is_cancelled
        AND b.status = 'confirmed' AND b.attended IS NULL
      GROUP BY c.id, i.name ORDER BY c.starts_at DESC, c.id DESC`,
    values: [new Date(now.getTime() - UNMARKED_DAYS * millisecondsInDay), now],
  });
  return rows;
}

interface WaitingRow extends ClassLine {
  waiting: number;
}

/** The classes ahead that members wait for, the next first. */
export async function readClassesWaitedFor(queryable: Queryable, now: Date): Promise<WaitingRow[]> {
  const { rows } = await queryable.query<WaitingRow>({
    name: 'today-waiting',
    text: `SELECT ${CLASS_COLUMNS}, c.waitlist_count AS waiting FROM ${CLASSES}
      WHERE c.starts_at >= $1 AND NOT c.is_cancelled AND c.waitlist_count > 0 ORDER BY c.starts_at, c.id`,
    values: [now],
  });
  return rows;
}

interface UnpaidRow {
  memberId: string;
  memberName: string | null;
  planName: string;
  /** When the card is tried again; null when it is not. */
  nextAttemptAt: Date | null;
}

/** The memberships whose card was refused, the next attempt first. */
export async function readUnpaidMemberships(queryable: Queryable): Promise<UnpaidRow[]> {
  const { rows } = await queryable.query<UnpaidRow>({
    name: 'today-unpaid',
    text: `SELECT m.user_id AS "memberId", u.name AS "memberName", m.plan_name AS "planName",
        m.next_attempt_at AS "nextAttemptAt"
      FROM memberships m LEFT JOIN users u ON u.id = m.user_id
      WHERE m.status = 'past_due' ORDER BY m.next_attempt_at NULLS LAST, m.id`,
  });
  return rows;
}

interface LapsingRow {
  lotId: string;
  memberId: string;
  memberName: string | null;
  passName: string;
  available: number;
  expiresAt: Date;
}

/** The lots with available passes whose last day is today or one of the next six, the first to lapse first. */
export async function readLapsingLots(queryable: Queryable, now: Date): Promise<LapsingRow[]> {
  const { rows } = await queryable.query<LapsingRow>({
    name: 'today-lapsing',
    text: `SELECT l.lot_id AS "lotId", l.member_id AS "memberId", u.name AS "memberName", l.pass_name AS "passName",
        l.available, l.expires_at AS "expiresAt"
      FROM wallet_lots l LEFT JOIN users u ON u.id = l.member_id
      WHERE l.available > 0 AND l.expires_at BETWEEN $1 AND $2 ORDER BY l.expires_at, l.lot_id`,
    values: [now, endOfLondonDay(addDaysToDay(toLondonDay(now), LAPSING_DAYS - 1))],
  });
  return rows;
}
