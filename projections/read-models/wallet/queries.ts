import type pg from 'pg';
import { calendarDaysBetween, londonDay } from '../../../services/domain/london-time.ts';
import type { LotKind, Offer } from '../../../services/domain/wallet/events.ts';

export interface LotRow {
  lotId: string;
  memberId: string;
  kind: LotKind;
  passId: number | null;
  passName: string;
  /** What was paid for the whole lot. */
  pricePence: number;
  offer: Offer | null;
  granted: number;
  available: number;
  held: number;
  used: number;
  forfeited: number;
  expired: number;
  revoked: number;
  /** The last instant at which it can be used. */
  expiresAt: Date;
  grantedAt: Date;
}

const SELECT = `
  SELECT lot_id AS "lotId", member_id AS "memberId", kind, pass_id AS "passId", pass_name AS "passName",
    price_pence AS "pricePence", offer, granted, available, held, used, forfeited, expired, revoked,
    expires_at AS "expiresAt", granted_at AS "grantedAt"
  FROM wallet_lots`;

/** All lots of a member, the one granted last first. */
export async function lotsOf(pool: pg.Pool, memberId: string): Promise<LotRow[]> {
  const { rows } = await pool.query<LotRow>({
    name: 'lots-of',
    text: `${SELECT} WHERE member_id = $1 ORDER BY granted_at DESC, lot_id`,
    values: [memberId],
  });
  return rows;
}

export interface UsablePasses {
  /** Bought or given by staff. */
  regular: number;
  membership: number;
}

/** How many passes a member could use at `now`. */
export async function usablePasses(pool: pg.Pool, memberId: string, now: Date): Promise<UsablePasses> {
  const { rows } = await pool.query<UsablePasses>({
    name: 'usable-passes',
    text: `SELECT coalesce(sum(available) FILTER (WHERE kind <> 'membership'), 0)::int AS regular,
        coalesce(sum(available) FILTER (WHERE kind = 'membership'), 0)::int AS membership
      FROM wallet_lots WHERE member_id = $1 AND expires_at >= $2`,
    values: [memberId, now],
  });
  return rows[0] ?? { regular: 0, membership: 0 };
}

/** Lots with passes left whose time is over at `now`, the longest overdue first. */
export async function lotsDueToExpire(
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

/** The first instant after `now` at which passes lapse unless they are used; null when there is none. */
export async function nextLotExpiry(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>({
    name: 'next-lot-expiry',
    text: `SELECT min(expires_at) AS next FROM wallet_lots WHERE available > 0 AND expires_at >= $1`,
    values: [now],
  });
  return rows[0]?.next ?? null;
}

/** Whole London days from `now` to a lot's last day; 0 on that day, negative after. */
export function daysLeftOf({ expiresAt }: Pick<LotRow, 'expiresAt'>, now: Date): number {
  return calendarDaysBetween(londonDay(now), londonDay(expiresAt));
}
