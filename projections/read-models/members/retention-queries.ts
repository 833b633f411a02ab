import { millisecondsInDay } from 'date-fns/constants';
import type pg from 'pg';
import {
  getRetentionEnd,
  getRetentionQueryLimit,
  isRetentionOver,
  NOTICE_DAYS,
  RECORDS_YEARS,
} from '#domain/retention.ts';
import { parseRetentionYears, RETENTION_YEARS } from '#domain/setting/retention-years.ts';
import { settingByKey } from '../settings/queries.ts';

const RECORDS_MONTHS = RECORDS_YEARS * 12;

/** A member who may not have been there for years. */
export interface Inactive {
  readonly memberId: string;
  /** The last sign of life: a sign-in, a change, a booking or its class, a payment, a pass that can be used. */
  readonly activeAt: Date;
  /** When they were told that their account will be erased, since that sign of life; null when they were not. */
  readonly toldAt: Date | null;
  /** The first instant at which the account is kept no longer, had they been told in time. */
  readonly overFrom: Date;
}

/** Whoever has a membership that goes on is there. GREATEST leaves nulls out. */
const INACTIVE = `
  SELECT * FROM (
    SELECT u.id AS "memberId", n.told_at AS "toldAt", n.active_at AS "toldOf",
      GREATEST(u.created_at, u.updated_at, a.signed_in_at,
        (SELECT max(GREATEST(b.created_at, c.starts_at)) FROM bookings b
          JOIN schedule_classes c ON c.id = b.class_id WHERE b.user_id = u.id),
        (SELECT max(w.created_at) FROM waitlist w WHERE w.user_id = u.id),
        (SELECT max(p.changed_at) FROM payments p WHERE p.member_id = u.id),
        (SELECT max(i.paid_at) FROM membership_payments i WHERE i.member_id = u.id),
        (SELECT max(GREATEST(l.granted_at, l.expires_at)) FROM wallet_lots l WHERE l.member_id = u.id)
      ) AS "activeAt"
    FROM users u
      LEFT JOIN member_activity a ON a.member_id = u.id
      LEFT JOIN retention_notices n ON n.member_id = u.id
    WHERE u.erased_at IS NULL AND u.created_at <= $1 AND u.updated_at <= $1
      AND (a.signed_in_at IS NULL OR a.signed_in_at <= $1) AND ($2::text IS NULL OR u.id = $2)
      AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.status <> 'ended')
  ) found WHERE "activeAt" <= $1 ORDER BY "activeAt", "memberId" LIMIT 500`;

/** Members without a sign of life since before that, the longest first; one of them only where an id is given. */
async function inactiveSince(
  pool: pg.Pool,
  { before, months, memberId }: { before: Date; months: number; memberId: string | null },
): Promise<Inactive[]> {
  const { rows } = await pool.query<Inactive & { toldOf: Date | null }>({
    name: 'inactive-members',
    text: INACTIVE,
    values: [before, memberId],
  });
  return rows.map(({ toldOf, toldAt, activeAt, memberId: id }) => ({
    memberId: id,
    activeAt,
    // What was told of an earlier absence is worth nothing after a sign of life.
    toldAt: toldOf !== null && toldOf.getTime() === activeAt.getTime() ? toldAt : null,
    overFrom: getRetentionEnd(activeAt, months),
  }));
}

async function retentionMonths(pool: pg.Pool): Promise<number> {
  const setting = await settingByKey(pool, RETENTION_YEARS);
  return 12 * parseRetentionYears({ setting: setting ?? null });
}

const noticeFrom = ({ overFrom }: Inactive) => new Date(overFrom.getTime() - NOTICE_DAYS * millisecondsInDay);

/** From when the account of someone who was told is erased: as announced, and never sooner than four weeks after the mail. */
export const erasedFrom = ({ overFrom, toldAt }: { overFrom: Date; toldAt: Date }): Date =>
  new Date(Math.max(overFrom.getTime(), toldAt.getTime() + NOTICE_DAYS * millisecondsInDay));

const isToTell = (inactive: Inactive, now: Date) => inactive.toldAt === null && noticeFrom(inactive) <= now;

const isToErase = ({ overFrom, toldAt }: Inactive, now: Date) =>
  toldAt !== null && erasedFrom({ overFrom, toldAt }) <= now;

/** Members who are to be told that their account will be erased, and those whose time is over; of one only where an id is given. */
export async function inactiveMembers(
  pool: pg.Pool,
  now: Date,
  memberId: string | null = null,
): Promise<{ toTell: Inactive[]; toErase: Inactive[] }> {
  const months = await retentionMonths(pool);
  const before = getRetentionQueryLimit(months, new Date(now.getTime() + NOTICE_DAYS * millisecondsInDay));
  const inactive = await inactiveSince(pool, { before, months, memberId });
  return {
    toTell: inactive.filter((one) => isToTell(one, now)),
    toErase: inactive.filter((one) => isToErase(one, now)),
  };
}

/** The first instant after `now` at which a member is to be told, or an account is over; null when there is none. */
export async function nextInactive(pool: pg.Pool, now: Date): Promise<Date | null> {
  const months = await retentionMonths(pool);
  const inactive = await inactiveSince(pool, { before: new Date('9999-01-01'), months, memberId: null });
  const dues = inactive.map((one) =>
    one.toldAt === null ? noticeFrom(one) : erasedFrom({ overFrom: one.overFrom, toldAt: one.toldAt }),
  );
  const next = Math.min(...dues.map((due) => due.getTime()).filter((due) => due > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}

/** What is kept of an erased member, without a name. */
export interface KeptRecords {
  readonly memberId: string;
  readonly bookings: number;
  readonly payments: number;
  /** The last thing that happened to any of it, and at least the erasure. */
  readonly lastAt: Date;
}

const KEPT = `
  SELECT u.id AS "memberId",
    (SELECT count(*)::int FROM bookings b WHERE b.user_id = u.id) AS bookings,
    (SELECT count(*)::int FROM payments p WHERE p.member_id = u.id AND p.state = 'granted')
      + (SELECT count(*)::int FROM membership_payments i WHERE i.member_id = u.id) AS payments,
    GREATEST(u.erased_at,
      (SELECT max(GREATEST(b.created_at, b.released_at, c.starts_at)) FROM bookings b
        JOIN schedule_classes c ON c.id = b.class_id WHERE b.user_id = u.id),
      (SELECT max(GREATEST(p.changed_at, p.money_back_at)) FROM payments p WHERE p.member_id = u.id),
      (SELECT max(e.at) FROM money_entries e WHERE e.member_id = u.id),
      (SELECT max(v.at) FROM lot_moves v WHERE v.member_id = u.id)
    ) AS "lastAt"
  FROM users u WHERE u.erased_at IS NOT NULL`;

/** Of one erased member; undefined when there is no such one, or it was removed. */
export async function keptRecordsOf(pool: pg.Pool, memberId: string): Promise<KeptRecords | undefined> {
  const { rows } = await pool.query<KeptRecords>({
    name: 'kept-records-of',
    text: `${KEPT} AND u.id = $1`,
    values: [memberId],
  });
  return rows[0];
}

/** Erased members of whom nothing has to be kept any longer at `now`, their keys destroyed; of one only where an id is given. */
export async function recordsToRemove(
  pool: pg.Pool,
  now: Date,
  memberId: string | null = null,
): Promise<string[]> {
  const { rows } = await pool.query<KeptRecords>({
    name: 'records-to-remove',
    text: `${KEPT} AND u.erased_at <= $1 AND ($2::text IS NULL OR u.id = $2)
        AND EXISTS (SELECT 1 FROM member_keys k WHERE k.member_id = u.id AND k.destroyed_at IS NOT NULL)
      ORDER BY u.erased_at, u.id LIMIT 500`,
    values: [getRetentionQueryLimit(RECORDS_MONTHS, now), memberId],
  });
  return rows
    .filter(({ lastAt }) => isRetentionOver(lastAt, RECORDS_MONTHS, now))
    .map((kept) => kept.memberId);
}

/** The first instant after `now` at which records are kept no longer; null when there is none. */
export async function nextRecordsToRemove(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<KeptRecords>({
    name: 'next-records-to-remove',
    text: `${KEPT} ORDER BY u.erased_at, u.id LIMIT 500`,
  });
  const ends = rows.map(({ lastAt }) => getRetentionEnd(lastAt, RECORDS_MONTHS).getTime());
  const next = Math.min(...ends.filter((end) => end > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}

/** The personal columns of `users`. */
const PERSONAL_COLUMNS = [
  'email',
  'name',
  'phone',
  'password',
  'date_of_birth',
  'on_medication',
  'medication_details',
  'has_injuries',
  'injury_details',
  'is_pregnant_or_postpartum',
  'painful_movements',
  'painful_movement_details',
  'ok_with_hands_on_corrections',
];

/** Schemas that have the table `users`: the one that serves, and copies of how it stood (`npm run rebuild -- --as-of`). */
async function schemasOfUsers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ schema: string }>(
    `SELECT table_schema AS schema FROM information_schema.columns
     WHERE table_name = 'users' AND column_name = 'erased_at' ORDER BY table_schema`,
  );
  return rows.map(({ schema }) => schema);
}

/** Empties what copies of how the members stood say of one; they are not fed by events. */
export async function forgetInCopies(pool: pg.Pool, memberId: string): Promise<void> {
  for (const schema of await schemasOfUsers(pool)) {
    if (!schema.startsWith('asof_')) continue;
    const set = PERSONAL_COLUMNS.map((column) => `${column} = NULL`).join(', ');
    await pool.query(`UPDATE "${schema}".users SET ${set} WHERE id = $1`, [memberId]);
  }
}

/** Rows of `users`, wherever there are any, that still say something personal of these members. */
export async function personalRowsOfUsers(
  pool: pg.Pool,
  memberIds: readonly string[],
): Promise<{ memberId: string; table: string }[]> {
  const found: { memberId: string; table: string }[] = [];
  for (const schema of await schemasOfUsers(pool)) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM "${schema}".users WHERE id = ANY($1) AND num_nonnulls(${PERSONAL_COLUMNS.join(', ')}) > 0`,
      [memberIds],
    );
    const table = schema === 'public' ? 'users' : `${schema}.users`;
    found.push(...rows.map(({ id }) => ({ memberId: id, table })));
  }
  return found;
}
