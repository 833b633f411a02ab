import type pg from 'pg';
import { chooseHeldDetails } from '#domain/class/held-details.ts';
import type { Rate } from '#domain/instructor/rates.ts';
import type { PayPeriod } from '#domain/pay/decider.ts';
import type { PaidClass, PayAdjustment } from '#domain/pay/events.ts';

type Source = pg.Pool | pg.PoolClient;

export interface InstructorRate extends Rate {
  readonly instructorId: number;
}

/** Every rate, by instructor, type and day. */
export async function readRates(source: Source): Promise<InstructorRate[]> {
  const { rows } = await source.query<InstructorRate>({
    name: 'instructor-rates',
    text: `SELECT instructor_id AS "instructorId", nullif(class_type, '') AS "classType", valid_from AS "validFrom",
        base_pence AS "basePence", per_head_pence AS "perHeadPence", above
      FROM instructor_rates ORDER BY instructor_id, class_type, valid_from`,
  });
  return rows;
}

/** A class as its pay follows it, with the heads of now. */
export interface HeldClass {
  readonly classId: number;
  readonly instructorId: number;
  readonly level: string;
  /** London wall date and time. */
  readonly date: string;
  readonly time: string;
  /** UTC ISO. */
  readonly startsAt: string;
  /** Bookings that are not cancelled and not marked absent. */
  readonly heads: number;
  /** Those of them without a mark. */
  readonly unmarked: number;
  readonly isCancelled: boolean;
}

interface VersionRow extends Omit<HeldClass, 'startsAt'> {
  readonly startsAt: Date;
  readonly changedAt: Date;
}

const COLUMNS = `
  SELECT v.class_id AS "classId", v.instructor_id AS "instructorId", v.level, v.date, v.time,
    v.starts_at AS "startsAt", v.changed_at AS "changedAt",
    c.booked_count - m.absent AS heads, c.booked_count - m.marked AS unmarked,
    c.is_cancelled AS "isCancelled"
  FROM pay_class_versions v JOIN schedule_classes c ON c.id = v.class_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE attended = false)::int AS absent,
        count(*) FILTER (WHERE attended IS NOT NULL)::int AS marked
      FROM attendance_marks WHERE class_id = v.class_id) m`;

function toHeldClasses(rows: readonly VersionRow[]): HeldClass[] {
  const held = new Map<number, HeldClass>();
  for (const { startsAt, changedAt, ...row } of rows) {
    const version = { ...row, startsAt: startsAt.toISOString() };
    const details = chooseHeldDetails(held.get(row.classId) ?? null, version, changedAt.toISOString());
    held.set(row.classId, details);
  }
  return [...held.values()];
}

/** The classes with these ids, as their pay follows them. */
export async function readHeldClassesByIds(source: Source, ids: readonly number[]): Promise<HeldClass[]> {
  if (ids.length === 0) return [];
  const { rows } = await source.query<VersionRow>({
    name: 'held-classes-by-ids',
    text: `${COLUMNS} WHERE v.class_id = ANY($1::int[]) ORDER BY v.class_id, v.revision`,
    values: [ids],
  });
  return toHeldClasses(rows);
}

/** The uncancelled classes of a span of London days (inclusive) that have begun, as their pay follows them, in order. */
export async function readHeldClasses(
  source: Source,
  { from, to }: PayPeriod,
  now: Date,
): Promise<HeldClass[]> {
  const { rows } = await source.query<VersionRow>({
    name: 'held-classes',
    text: `${COLUMNS} WHERE NOT c.is_cancelled
        AND v.class_id IN (SELECT class_id FROM pay_class_versions WHERE date BETWEEN $1 AND $2)
      ORDER BY v.class_id, v.revision`,
    values: [from, to],
  });
  return toHeldClasses(rows)
    .filter(({ date, startsAt }) => date >= from && date <= to && new Date(startsAt) <= now)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : a.classId - b.classId));
}

export interface ClosedPeriod extends PayPeriod {
  readonly totalPence: number;
  readonly closedAt: Date;
  /** The staff member's id, if known. */
  readonly closedBy: string | null;
  readonly position: string;
}

/** The closed periods, the latest first. */
export async function readClosedPeriods(source: Source): Promise<ClosedPeriod[]> {
  const { rows } = await source.query<ClosedPeriod>({
    name: 'pay-periods',
    text: `SELECT from_day AS "from", to_day AS "to", total_pence AS "totalPence", closed_at AS "closedAt",
        closed_by AS "closedBy", position::text FROM pay_periods ORDER BY from_day DESC`,
  });
  return rows;
}

/** What a closed period paid for a class; of an adjustment `pence` is the difference. */
export interface PaidLine extends PaidClass, PayAdjustment {
  readonly isAdjustment: boolean;
  /** The last day of the period. */
  readonly to: string;
}

const LINES = `
  SELECT l.is_adjustment AS "isAdjustment", p.to_day AS "to", l.class_id AS "classId", l.instructor_id AS "instructorId",
    l.level, l.date, l.time, l.heads, l.unmarked, l.base_pence AS "basePence", l.per_head_pence AS "perHeadPence",
    l.above, l.pence, l.paid_pence AS "paidPence", l.paid_heads AS "paidHeads"
  FROM pay_lines l JOIN pay_periods p ON p.from_day = l.from_day`;

/** What a closed period paid, in the order of the classes. */
export async function readPaidLines(source: Source, from: string): Promise<PaidLine[]> {
  const { rows } = await source.query<PaidLine>({
    name: 'pay-lines-of-period',
    text: `${LINES} WHERE l.from_day = $1 ORDER BY l.date, l.time, l.class_id, l.instructor_id`,
    values: [from],
  });
  return rows;
}

/** All that was paid for each class so far, in the order of the closings. */
export async function readAllPaidLines(source: Source): Promise<PaidLine[]> {
  const { rows } = await source.query<PaidLine>({
    name: 'pay-lines',
    text: `${LINES} ORDER BY p.position, l.date, l.time, l.class_id, l.instructor_id`,
  });
  return rows;
}

export interface InstructorAccount {
  readonly instructorId: number;
  readonly staffId: string;
}

/** Which account sees which instructor's pay; of one account, or of all. */
export async function readInstructorAccounts(
  source: Source,
  staffId: string | null = null,
): Promise<InstructorAccount[]> {
  const { rows } = await source.query<InstructorAccount>({
    name: 'instructor-accounts',
    text: `SELECT instructor_id AS "instructorId", staff_id AS "staffId" FROM instructor_accounts
      WHERE $1::text IS NULL OR staff_id = $1 ORDER BY instructor_id`,
    values: [staffId],
  });
  return rows;
}
