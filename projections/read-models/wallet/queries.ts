import type pg from 'pg';
import { countDaysBetween, endOfLondonDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import type { Offer } from '#domain/pass/events.ts';
import type { LotKind } from '#domain/wallet/events.ts';
import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';

export interface LotRow {
  lotId: string;
  memberId: string;
  kind: LotKind;
  passId: number | null;
  passName: string;
  /** The price of the whole lot. */
  pricePence: number;
  offer: Offer | null;
  granted: number;
  available: number;
  held: number;
  used: number;
  forfeited: number;
  expired: number;
  revoked: number;
  /** Passes that refunds and disputes ask back. */
  demanded: number;
  /** Those of them that are revoked; others are in use, or had lapsed. */
  recalled: number;
  /** The last instant at which it can be used. */
  expiresAt: Date;
  grantedAt: Date;
  /** When the member is reminded of the expiry. */
  remindAt: Date | null;
  /** Null when it was not bought. */
  paymentIntentId: string | null;
  /** The system from which it was brought over, and how many classes it had there; null for other lots. */
  importSource: string | null;
  importClasses: number | null;
}

const SELECT = `
  SELECT lot_id AS "lotId", member_id AS "memberId", kind, pass_id AS "passId", pass_name AS "passName",
    price_pence AS "pricePence", offer, granted, available, held, used, forfeited, expired, revoked, demanded,
    recalled,
    expires_at AS "expiresAt", granted_at AS "grantedAt", remind_at AS "remindAt",
    payment_intent_id AS "paymentIntentId", import_source AS "importSource", import_classes AS "importClasses"
  FROM wallet_lots`;

/** All lots of a member, the latest first. */
export async function readLotsOfMember(pool: pg.Pool, memberId: string): Promise<LotRow[]> {
  return (await readLotsOfMembers(pool, [memberId])).get(memberId) ?? [];
}

/** All lots of these members, the latest first; members without lots are omitted. */
export async function readLotsOfMembers(
  queryable: Queryable,
  memberIds: readonly string[],
): Promise<Map<string, LotRow[]>> {
  const { rows } = await queryable.query<LotRow>({
    name: 'lots-of-each',
    text: `${SELECT} WHERE member_id ${formatAnyCondition(1, 'text')} ORDER BY granted_at DESC, lot_id`,
    values: [memberIds],
  });
  return Map.groupBy(rows, ({ memberId }) => memberId);
}

/** The lots with these ids, of any member. */
export async function readLotsByIds(pool: pg.Pool, lotIds: readonly string[]): Promise<Map<string, LotRow>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await pool.query<LotRow>({
    name: 'lots-by-ids',
    text: `${SELECT} WHERE lot_id = ANY($1::text[])`,
    values: [lotIds],
  });
  return new Map(rows.map((row) => [row.lotId, row]));
}

export interface UsablePasses {
  /** Bought or added by staff. */
  regular: number;
  membership: number;
}

/** Number of passes that a member can use at `now`. */
export async function countUsablePasses(pool: pg.Pool, memberId: string, now: Date): Promise<UsablePasses> {
  const { rows } = await pool.query<UsablePasses>({
    name: 'usable-passes',
    text: `SELECT coalesce(sum(available) FILTER (WHERE kind <> 'membership'), 0)::int AS regular,
        coalesce(sum(available) FILTER (WHERE kind = 'membership'), 0)::int AS membership
      FROM wallet_lots WHERE member_id = $1 AND expires_at >= $2`,
    values: [memberId, now],
  });
  return rows[0] ?? { regular: 0, membership: 0 };
}

/** Lots with available passes that have expired at `now`, the longest overdue first. */
export async function readLotsDueToExpire(
  pool: pg.Pool,
  now: Date,
  limit = 500,
): Promise<{ lotId: string; memberId: string; expiresAt: Date }[]> {
  const { rows } = await pool.query<{ lotId: string; memberId: string; expiresAt: Date }>({
    name: 'lots-due-to-expire',
    text: `SELECT lot_id AS "lotId", member_id AS "memberId", expires_at AS "expiresAt" FROM wallet_lots
      WHERE available > 0 AND expires_at < $1 ORDER BY expires_at, lot_id LIMIT $2`,
    values: [now, limit],
  });
  return rows;
}

/** The first instant after `now` at which available passes expire; null when there is none. */
export async function findNextLotExpiry(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>({
    name: 'next-lot-expiry',
    text: `SELECT min(expires_at) AS next FROM wallet_lots WHERE available > 0 AND expires_at >= $1`,
    values: [now],
  });
  return rows[0]?.next ?? null;
}

/** The key of a lot's reminder in the ledger of performed effects; an extended lot gets another reminder. */
export const formatReminderKey = ({ lotId, expiresAt }: Pick<LotRow, 'lotId' | 'expiresAt'>) =>
  `expiring/${lotId}/${toLondonDay(expiresAt)}`;

/** Excludes memberships, whose own reminder covers their passes. */
const NOT_MEMBERSHIP = `kind <> 'membership'`;

/** Lots with available passes and a due, unsent reminder, the first to expire first. */
export async function readLotsToRemind(
  pool: pg.Pool,
  now: Date,
  limit = 500,
): Promise<{ lotId: string; memberId: string; expiresAt: Date }[]> {
  const { rows } = await pool.query<{ lotId: string; memberId: string; expiresAt: Date }>({
    name: 'lots-to-remind',
    text: `SELECT lot_id AS "lotId", member_id AS "memberId", expires_at AS "expiresAt" FROM wallet_lots
      WHERE available > 0 AND ${NOT_MEMBERSHIP} AND remind_at <= $1 AND expires_at >= $1 AND NOT EXISTS (
        SELECT 1 FROM users WHERE id = member_id AND is_silent) AND NOT EXISTS (
        SELECT 1 FROM performed_effects WHERE key = 'expiring/' || lot_id || '/' ||
          to_char(expires_at AT TIME ZONE 'Europe/London', 'YYYY-MM-DD'))
      ORDER BY expires_at, lot_id LIMIT $2`,
    values: [now, limit],
  });
  return rows;
}

/** The first instant after `now` at which a reminder is due; null when there is none. */
export async function findNextReminder(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>({
    name: 'next-reminder',
    text: `SELECT min(remind_at) AS next FROM wallet_lots
      WHERE available > 0 AND ${NOT_MEMBERSHIP} AND expires_at >= $1 AND remind_at > $1`,
    values: [now],
  });
  return rows[0]?.next ?? null;
}

/** Whole London days from `now` to a lot's last day; 0 on that day, negative after. */
export function countDaysLeft({ expiresAt }: Pick<LotRow, 'expiresAt'>, now: Date): number {
  return countDaysBetween(toLondonDay(now), toLondonDay(expiresAt));
}

/** The members, without erased ones, who have lots other than of a membership that are alive on one of these London days. */
export async function readPassHolders(pool: pg.Pool, from: string, to: string): Promise<string[]> {
  const { rows } = await pool.query<{ memberId: string }>({
    name: 'pass-holders',
    text: `SELECT DISTINCT l.member_id AS "memberId" FROM wallet_lots l
        JOIN users u ON u.id = l.member_id AND u.erased_at IS NULL
      WHERE l.kind <> 'membership' AND l.expires_at >= $1 AND l.granted_at <= $2 ORDER BY 1`,
    values: [toLondonInstant(from, '00:00'), endOfLondonDay(to)],
  });
  return rows.map(({ memberId }) => memberId);
}
