import type pg from 'pg';
import { chooseHeldDetails } from '#domain/class/held-details.ts';
import type { Rate } from '#domain/instructor/rates.ts';

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
  /** Bookings that stand and are not marked absent. */
  readonly heads: number;
  /** Those of them without a mark. */
  readonly unmarked: number;
}

interface VersionRow extends Omit<HeldClass, 'startsAt'> {
  readonly startsAt: Date;
  readonly changedAt: Date;
}

const COLUMNS = `
  SELECT v.class_id AS "classId", v.instructor_id AS "instructorId", v.level, v.date, v.time,
    v.starts_at AS "startsAt", v.changed_at AS "changedAt",
    c.booked_count - m.absent AS heads, c.booked_count - m.marked AS unmarked
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
