import type pg from 'pg';

type Source = pg.Pool | pg.PoolClient;

export interface PassUseRow {
  bookingId: number;
  classId: number;
  memberId: string;
  userName: string | null;
  lotId: string;
  passName: string;
  kind: string;
  lotPrice: number;
  lotPasses: number;
  /** The number of the use in its lot, from 1. */
  nth: number;
  /** Pence: the lot's price divided by its passes, the remainder on the last one. */
  value: number;
  state: 'used' | 'forfeited';
  at: Date;
  position: string;
  stream: string;
  revision: string;
}

/** The passes consumed by these classes, with their values. */
export async function readPassUses(source: Source, classIds: readonly number[]): Promise<PassUseRow[]> {
  const { rows } = await source.query<PassUseRow>({
    name: 'pass-uses-of',
    text: `
      WITH counted AS (
        SELECT u.*, (row_number() OVER (PARTITION BY u.lot_id ORDER BY u.at, u.position))::int AS nth
        FROM pass_uses u
        WHERE u.state IN ('used', 'forfeited')
          AND u.lot_id IN (
            SELECT lot_id FROM pass_uses WHERE class_id = ANY($1) AND state IN ('used', 'forfeited'))
      )
      SELECT c.booking_id AS "bookingId", c.class_id AS "classId", c.member_id AS "memberId",
        m.name AS "userName", c.lot_id AS "lotId", l.pass_name AS "passName", l.kind,
        l.price_pence AS "lotPrice", l.granted AS "lotPasses", c.nth,
        l.price_pence / l.granted
          + CASE WHEN c.nth = l.granted THEN l.price_pence % l.granted ELSE 0 END AS value,
        c.state, c.at, c.position::text, c.stream, c.revision::text
      FROM counted c
      JOIN wallet_lots l ON l.lot_id = c.lot_id
      LEFT JOIN users m ON m.id = c.member_id
      WHERE c.class_id = ANY($1)
      ORDER BY c.class_id, c.at, c.position`,
    values: [classIds],
  });
  return rows;
}

export interface UnusedLotRow {
  lotId: string;
  memberId: string;
  /** Null once the member is erased. */
  userName: string | null;
  passName: string;
  lotPrice: number;
  granted: number;
  /** Available or held. */
  unused: number;
  expiresAt: Date;
}

/** Paid lots with unused passes at an instant. */
export async function readUnusedLots(source: Source, instant: Date): Promise<UnusedLotRow[]> {
  const { rows } = await source.query<UnusedLotRow>({
    name: 'unused-lots-at',
    text: `
      WITH left_over AS (
        SELECT lot_id,
          sum(CASE WHEN to_place IN ('available', 'held') THEN passes ELSE 0 END
            - CASE WHEN from_place IN ('available', 'held') THEN passes ELSE 0 END)::int AS unused
        FROM lot_moves WHERE at <= $1 GROUP BY lot_id
      )
      SELECT o.lot_id AS "lotId", l.member_id AS "memberId", u.name AS "userName", l.pass_name AS "passName",
        l.price_pence AS "lotPrice", l.granted, o.unused, l.expires_at AS "expiresAt"
      FROM left_over o JOIN wallet_lots l ON l.lot_id = o.lot_id LEFT JOIN users u ON u.id = l.member_id
      WHERE o.unused > 0 AND l.price_pence > 0
      ORDER BY l.expires_at, o.lot_id`,
    values: [instant],
  });
  return rows;
}

export interface MonthlyPassRow {
  month: string;
  granted: number;
  used: number;
  unused: number;
}

/** Passes granted, used and lost unused, by London month, from `since` (`yyyy-MM`). */
export async function readPassesByMonth(source: Source, since: string): Promise<MonthlyPassRow[]> {
  const { rows } = await source.query<MonthlyPassRow>({
    name: 'passes-by-month',
    text: `
      WITH moved AS (
        SELECT month,
          CASE WHEN from_place IS NULL THEN passes ELSE 0 END AS granted,
          CASE WHEN to_place IN ('used', 'forfeited') THEN passes ELSE 0 END
            - CASE WHEN from_place IN ('used', 'forfeited') THEN passes ELSE 0 END AS used,
          CASE WHEN to_place IN ('expired', 'revoked') THEN passes ELSE 0 END
            - CASE WHEN from_place IN ('expired', 'revoked') THEN passes ELSE 0 END AS unused
        FROM lot_moves WHERE month >= $1
      )
      SELECT month, sum(granted)::int AS granted, sum(used)::int AS used, sum(unused)::int AS unused
      FROM moved GROUP BY month ORDER BY month`,
    values: [since],
  });
  return rows;
}

export interface MemberMonthRow {
  month: string;
  membersNew: number;
  membersReturning: number;
  membersAtRisk: number;
}

/**
 * Who came, by London month from `since` (`yyyy-MM`) to that of `now`: for the first time, or again. Also who came in
 * the 60 days before the month ended (or now) but not in the last 30. Coming is having a class that was held and
 * consumed a pass.
 */
export async function readMembersByMonth(
  source: Source,
  since: string,
  now: Date,
): Promise<MemberMonthRow[]> {
  const { rows } = await source.query<MemberMonthRow>({
    name: 'members-by-month',
    text: `
      WITH visits AS (
        SELECT u.member_id, c.starts_at, left(c.date, 7) AS month
        FROM pass_uses u JOIN schedule_classes c ON c.id = u.class_id
        WHERE u.state = 'used' AND NOT c.is_cancelled AND c.starts_at <= $2
      ), months AS (
        SELECT to_char(m, 'YYYY-MM') AS month,
          least(((m + interval '1 month') AT TIME ZONE 'Europe/London'), $2) AS ends_at
        FROM generate_series(($1 || '-01')::timestamp,
          date_trunc('month', $2 AT TIME ZONE 'Europe/London'), interval '1 month') m
      ), firsts AS (SELECT member_id, min(month) AS month FROM visits GROUP BY member_id)
      SELECT m.month,
        (SELECT count(*)::int FROM firsts f WHERE f.month = m.month) AS "membersNew",
        (SELECT count(DISTINCT v.member_id)::int FROM visits v JOIN firsts f USING (member_id)
          WHERE v.month = m.month AND f.month < m.month) AS "membersReturning",
        (SELECT count(*)::int FROM (
          SELECT v.member_id FROM visits v
          WHERE v.starts_at > m.ends_at - interval '60 days' AND v.starts_at <= m.ends_at
          GROUP BY v.member_id
          HAVING max(v.starts_at) <= m.ends_at - interval '30 days') risk) AS "membersAtRisk"
      FROM months m ORDER BY m.month`,
    values: [since, now],
  });
  return rows;
}
