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
import { readSettingByKey } from '../settings/queries.ts';

const RECORDS_MONTHS = RECORDS_YEARS * 12;

/** A member without activity for a long time. */
export interface InactiveMember {
  readonly memberId: string;
  /** The last activity: a sign-in, a change, a booking or its class, a payment, or a usable pass. */
  readonly activeAt: Date;
  /** When the member was notified of the erasure, since that activity; null if never. */
  readonly notifiedAt: Date | null;
  /** The first instant at which a notified member's account may be erased. */
  readonly retainedUntil: Date;
}

/** A running membership counts as activity. GREATEST ignores nulls. */
const INACTIVE = `
  SELECT * FROM (
    SELECT u.id AS "memberId", n.told_at AS "notifiedAt", n.active_at AS "noticeActiveAt",
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

/** Members without activity since `before`, the longest inactive first; only `memberId` if given. */
async function readInactiveSince(
  pool: pg.Pool,
  { before, months, memberId }: { before: Date; months: number; memberId: string | null },
): Promise<InactiveMember[]> {
  const { rows } = await pool.query<InactiveMember & { noticeActiveAt: Date | null }>({
    name: 'inactive-members',
    text: INACTIVE,
    values: [before, memberId],
  });
  return rows.map(({ noticeActiveAt, notifiedAt, activeAt, memberId: id }) => ({
    memberId: id,
    activeAt,
    // A notice of an earlier absence does not count after new activity.
    notifiedAt:
      noticeActiveAt !== null && noticeActiveAt.getTime() === activeAt.getTime() ? notifiedAt : null,
    retainedUntil: getRetentionEnd(activeAt, months),
  }));
}

async function readRetentionMonths(pool: pg.Pool): Promise<number> {
  const setting = await readSettingByKey(pool, RETENTION_YEARS);
  return 12 * parseRetentionYears({ setting: setting ?? null });
}

const getNoticeTime = ({ retainedUntil }: InactiveMember) =>
  new Date(retainedUntil.getTime() - NOTICE_DAYS * millisecondsInDay);

/** When a notified member's account is erased: as announced, and at least `NOTICE_DAYS` after the notice. */
export const getErasureTime = ({
  retainedUntil,
  notifiedAt,
}: {
  retainedUntil: Date;
  notifiedAt: Date;
}): Date =>
  new Date(Math.max(retainedUntil.getTime(), notifiedAt.getTime() + NOTICE_DAYS * millisecondsInDay));

const isDueToNotify = (inactive: InactiveMember, now: Date) =>
  inactive.notifiedAt === null && getNoticeTime(inactive) <= now;

const isDueToErase = ({ retainedUntil, notifiedAt }: InactiveMember, now: Date) =>
  notifiedAt !== null && getErasureTime({ retainedUntil, notifiedAt }) <= now;

/** Members to notify of their erasure, and members to erase; only `memberId` if given. */
export async function readInactiveMembers(
  pool: pg.Pool,
  now: Date,
  memberId: string | null = null,
): Promise<{ toNotify: InactiveMember[]; toErase: InactiveMember[] }> {
  const months = await readRetentionMonths(pool);
  const before = getRetentionQueryLimit(months, new Date(now.getTime() + NOTICE_DAYS * millisecondsInDay));
  const inactive = await readInactiveSince(pool, { before, months, memberId });
  return {
    toNotify: inactive.filter((one) => isDueToNotify(one, now)),
    toErase: inactive.filter((one) => isDueToErase(one, now)),
  };
}

/** The first instant after `now` at which a notice or an erasure is due; null when there is none. */
export async function findNextInactive(pool: pg.Pool, now: Date): Promise<Date | null> {
  const months = await readRetentionMonths(pool);
  const inactive = await readInactiveSince(pool, { before: new Date('9999-01-01'), months, memberId: null });
  const dues = inactive.map((one) =>
    one.notifiedAt === null
      ? getNoticeTime(one)
      : getErasureTime({ retainedUntil: one.retainedUntil, notifiedAt: one.notifiedAt }),
  );
  const next = Math.min(...dues.map((due) => due.getTime()).filter((due) => due > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}

/** The records retained of an erased member, without a name. */
export interface RetainedRecords {
  readonly memberId: string;
  readonly bookings: number;
  readonly payments: number;
  /** The latest change of these records or the erasure, whichever is later. */
  readonly lastAt: Date;
}

const RETAINED = `
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

/** The retained records of one erased member; undefined if there are none or they were removed. */
export async function readRetainedRecords(
  pool: pg.Pool,
  memberId: string,
): Promise<RetainedRecords | undefined> {
  const { rows } = await pool.query<RetainedRecords>({
    name: 'kept-records-of',
    text: `${RETAINED} AND u.id = $1`,
    values: [memberId],
  });
  return rows[0];
}

/** Erased members with destroyed keys whose retention period is over at `now`; only `memberId` if given. */
export async function readRecordsToRemove(
  pool: pg.Pool,
  now: Date,
  memberId: string | null = null,
): Promise<string[]> {
  const { rows } = await pool.query<RetainedRecords>({
    name: 'records-to-remove',
    text: `${RETAINED} AND u.erased_at <= $1 AND ($2::text IS NULL OR u.id = $2)
        AND EXISTS (SELECT 1 FROM member_keys k WHERE k.member_id = u.id AND k.destroyed_at IS NOT NULL)
      ORDER BY u.erased_at, u.id LIMIT 500`,
    values: [getRetentionQueryLimit(RECORDS_MONTHS, now), memberId],
  });
  return rows
    .filter(({ lastAt }) => isRetentionOver(lastAt, RECORDS_MONTHS, now))
    .map(({ memberId: id }) => id);
}

/** The first instant after `now` at which a retention period ends; null when there is none. */
export async function findNextRecordsToRemove(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<RetainedRecords>({
    name: 'next-records-to-remove',
    text: `${RETAINED} ORDER BY u.erased_at, u.id LIMIT 500`,
  });
  const ends = rows.map(({ lastAt }) => getRetentionEnd(lastAt, RECORDS_MONTHS).getTime());
  const next = Math.min(...ends.filter((end) => end > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}

/** The read models with personal data that an erasure clears. */
export const PERSONAL_READ_MODELS: readonly string[] = ['users', 'registrations'];

/**
 * Persons whose key is destroyed and whose rows are cleared, but whose traces may still be on the disk. A row that a projection has
 * yet to clear would be copied by a rewrite, so its owner waits.
 */
export async function readErasuresToClear(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'erasures-to-clear',
    text: `SELECT k.member_id AS id FROM member_keys k
      WHERE k.destroyed_at IS NOT NULL AND k.storage_cleared_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = k.member_id AND u.erased_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM registrations r
          WHERE 'registration-' || r.id = k.member_id AND r.erased_at IS NULL)
      ORDER BY k.destroyed_at, k.member_id`,
  });
  return rows.map(({ id }) => id);
}

/** The personal columns of `users`. */
const PERSONAL_COLUMNS = ['email', 'name', 'phone', 'password', 'date_of_birth', 'health_sealed'];

/** Schemas with the table `users`: the live one and copies of earlier states (`npm run rebuild -- --as-of`). */
async function readUserSchemas(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ schema: string }>(
    `SELECT table_schema AS schema FROM information_schema.columns
     WHERE table_name = 'users' AND column_name = 'erased_at' ORDER BY table_schema`,
  );
  return rows.map(({ schema }) => schema);
}

/** Clears a member's personal data in copies of earlier states, which receive no events. */
export async function clearPersonalDataInCopies(pool: pg.Pool, memberId: string): Promise<void> {
  for (const schema of await readUserSchemas(pool)) {
    if (!schema.startsWith('asof_')) continue;
    const set = PERSONAL_COLUMNS.map((column) => `${column} = NULL`).join(', ');
    await pool.query(`UPDATE "${schema}".users SET ${set} WHERE id = $1`, [memberId]);
  }
}

/** Rows of `users`, in any schema, that still contain personal data of these members. */
export async function readPersonalUserRows(
  pool: pg.Pool,
  memberIds: readonly string[],
): Promise<{ memberId: string; table: string }[]> {
  const found: { memberId: string; table: string }[] = [];
  for (const schema of await readUserSchemas(pool)) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM "${schema}".users WHERE id = ANY($1) AND num_nonnulls(${PERSONAL_COLUMNS.join(', ')}) > 0`,
      [memberIds],
    );
    const table = schema === 'public' ? 'users' : `${schema}.users`;
    found.push(...rows.map(({ id }) => ({ memberId: id, table })));
  }
  return found;
}
