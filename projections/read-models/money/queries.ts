import type pg from 'pg';
import type { MoneyKind } from './tables.ts';

type Source = pg.Pool | pg.PoolClient;

export interface MoneyRow {
  kind: MoneyKind;
  amount: number;
  at: Date;
  month: string;
  memberId: string;
  userName: string | null;
  /** The bought pass; null for memberships. */
  passName: string | null;
  passId: number | null;
  /** The plan that was paid for; null for passes. */
  planName: string | null;
  paymentIntentId: string | null;
  invoiceId: string | null;
  /** The month in which the sale was made. */
  saleMonth: string;
  position: string;
  stream: string;
  revision: string;
}

const COLUMNS = `
  e.kind, e.amount_pence AS amount, e.at, e.month, e.member_id AS "memberId", u.name AS "userName",
  p.pass_name AS "passName", p.pass_id AS "passId", i.plan_name AS "planName", e.payment_intent_id AS "paymentIntentId",
  e.invoice_id AS "invoiceId",
  coalesce((
    SELECT min(s.month) FROM money_entries s
    WHERE s.kind IN ('pass_sale', 'membership_sale')
      AND (s.payment_intent_id = e.payment_intent_id OR s.invoice_id = e.invoice_id)), e.month) AS "saleMonth",
  e.position::text, e.stream, e.revision::text
  FROM money_entries e
  LEFT JOIN payments p ON p.payment_intent_id = e.payment_intent_id
  LEFT JOIN membership_payments i ON i.invoice_id = e.invoice_id
  LEFT JOIN users u ON u.id = e.member_id`;

/** The money movements of a London month, in log order. */
export async function readMoneyOfMonth(source: Source, month: string): Promise<MoneyRow[]> {
  const { rows } = await source.query<MoneyRow>({
    name: 'money-of-month',
    text: `SELECT ${COLUMNS} WHERE e.month = $1 ORDER BY e.position, e.id`,
    values: [month],
  });
  return rows;
}

/** The latest money movements of a member, the latest first, and the sums and number of all of them. */
export async function readMoneyOfMember(
  source: Source,
  memberId: string,
  limit: number,
): Promise<{ rows: MoneyRow[]; total: number; received: number; returned: number }> {
  const [{ rows }, { rows: sums }] = await Promise.all([
    source.query<MoneyRow>({
      name: 'money-of-member',
      text: `SELECT ${COLUMNS} WHERE e.member_id = $1 ORDER BY e.position DESC, e.id LIMIT $2`,
      values: [memberId, limit],
    }),
    source.query<{ total: number; received: number; returned: number }>({
      name: 'money-sums-of-member',
      text: `SELECT count(*)::int AS total, coalesce(sum(amount_pence) FILTER (WHERE amount_pence > 0), 0)::int AS received,
          coalesce(-sum(amount_pence) FILTER (WHERE amount_pence < 0), 0)::int AS returned
        FROM money_entries WHERE member_id = $1`,
      values: [memberId],
    }),
  ]);
  return { rows, ...(sums[0] ?? { total: 0, received: 0, returned: 0 }) };
}

/** Money movements recorded after their month was closed. */
export async function readLateMoney(source: Source): Promise<MoneyRow[]> {
  const { rows } = await source.query<MoneyRow>({
    name: 'late-money',
    text: `
      SELECT ${COLUMNS} JOIN month_closings c ON c.month = e.month LEFT JOIN moved_closings m ON m.month = c.month
      WHERE e.position > coalesce(m.through_position, c.through_position) ORDER BY e.position, e.id`,
  });
  return rows;
}

/** The position of the money projection, decimal; '0' before the first event. */
export async function readMoneyPosition(source: Source): Promise<string> {
  const { rows } = await source.query<{ position: string | null }>({
    name: 'money-read-through',
    text: `SELECT position::text FROM projection_checkpoints WHERE name = 'money'`,
  });
  return rows[0]?.position ?? '0';
}

export interface RevenueMonthRow {
  month: string;
  passRevenue: number;
  membershipRevenue: number;
}

/** Money received minus money returned, by London month, from `since` (`yyyy-MM`). */
export async function readRevenueByMonth(source: Source, since: string): Promise<RevenueMonthRow[]> {
  const { rows } = await source.query<RevenueMonthRow>({
    name: 'revenue-by-month',
    text: `
      SELECT month,
        coalesce(sum(amount_pence) FILTER (WHERE kind LIKE 'pass%'), 0)::int AS "passRevenue",
        coalesce(sum(amount_pence) FILTER (WHERE kind LIKE 'membership%'), 0)::int AS "membershipRevenue"
      FROM money_entries WHERE month >= $1 GROUP BY month ORDER BY month`,
    values: [since],
  });
  return rows;
}

export interface PassSaleRow {
  passId: number;
  passName: string;
  totalSales: number;
  totalRevenue: number;
}

/** Passes sold in a span of London days (inclusive), minus later returns of these sales. */
export async function readPassSales(source: Source, from: string, to: string): Promise<PassSaleRow[]> {
  const { rows } = await source.query<PassSaleRow>({
    name: 'pass-sales-between',
    text: `
      WITH sold AS (
        SELECT payment_intent_id FROM money_entries
        WHERE kind = 'pass_sale' AND day BETWEEN $1 AND $2)
      SELECT p.pass_id AS "passId", p.pass_name AS "passName",
        (count(*) FILTER (WHERE e.kind = 'pass_sale'))::int AS "totalSales",
        sum(e.amount_pence)::int AS "totalRevenue"
      FROM money_entries e
      JOIN payments p ON p.payment_intent_id = e.payment_intent_id
      WHERE e.payment_intent_id IN (SELECT payment_intent_id FROM sold)
      GROUP BY p.pass_id, p.pass_name
      ORDER BY "totalRevenue" DESC, p.pass_name`,
    values: [from, to],
  });
  return rows;
}

export interface RecentPurchaseRow {
  lotId: string;
  memberId: string;
  userName: string | null;
  passName: string;
  passClasses: number;
  passPrice: number;
  purchaseDate: Date;
  paymentIntentId: string | null;
  returned: number;
}

/** The latest pass purchases since an instant, the newest first. */
export async function readRecentPurchases(
  source: Source,
  since: Date,
  limit: number,
): Promise<RecentPurchaseRow[]> {
  const { rows } = await source.query<RecentPurchaseRow>({
    name: 'recent-purchases',
    text: `
      SELECT b.id AS "lotId", b.user_id AS "memberId", u.name AS "userName", b.pass_name AS "passName",
        b.pass_classes AS "passClasses", b.pass_price AS "passPrice", b.purchase_date AS "purchaseDate",
        b.stripe_payment_intent_id AS "paymentIntentId",
        coalesce((SELECT -sum(e.amount_pence) FROM money_entries e
          WHERE e.payment_intent_id = b.stripe_payment_intent_id AND e.kind <> 'pass_sale'), 0)::int AS returned
      FROM pass_purchases b LEFT JOIN users u ON u.id = b.user_id
      WHERE b.purchase_date >= $1 ORDER BY b.purchase_date DESC, b.id LIMIT $2`,
    values: [since, limit],
  });
  return rows;
}

/** The refunds of passes that came back since an instant: how many, and their sum in pence. */
export async function readFailedRefunds(
  pool: pg.Pool,
  since: Date,
): Promise<{ count: number; pence: number }> {
  const { rows } = await pool.query<{ count: number; pence: number }>({
    name: 'failed-refunds',
    text: `SELECT count(*)::int AS count, coalesce(sum(amount_pence), 0)::int AS pence FROM money_entries
      WHERE kind = 'pass_refund_failed' AND at >= $1`,
    values: [since],
  });
  return rows[0] ?? { count: 0, pence: 0 };
}
