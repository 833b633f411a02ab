import type { LotKind } from '#domain/wallet/events.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import type { MoneyKind } from '../money/tables.ts';
import type { UnusualKind } from './tables.ts';

export interface LotTotalsRow {
  kind: LotKind;
  lots: number;
  pricePence: number;
  granted: number;
  available: number;
  held: number;
  used: number;
  forfeited: number;
  expired: number;
  revoked: number;
  /** Lots whose places do not add up to their passes, or have fewer than none. */
  unbalancedLots: number;
  /** Paid lots with passes that are available or held, these passes, and their value. */
  unusedLots: number;
  unusedPasses: number;
  unusedPence: number;
}

/** SQL: whether a paid lot has passes that the studio still owes, and their value; the last pass has the remainder of the price. */
export const isOwedSql = 'l.price_pence > 0 AND l.available + l.held > 0';
export const owedPenceSql = 'l.price_pence / l.granted * (l.available + l.held) + l.price_pence % l.granted';

/** The lots of each kind, and the places of their passes. */
export async function readLotTotals(source: Queryable): Promise<LotTotalsRow[]> {
  const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'];
  const { rows } = await source.query<LotTotalsRow>({
    name: 'audit-lot-totals',
    text: `
      SELECT kind, count(*)::int AS lots, sum(price_pence)::float8 AS "pricePence",
        ${['granted', ...places].map((place) => `sum(${place})::int AS ${place}`).join(', ')},
        (count(*) FILTER (WHERE granted <> ${places.join(' + ')} OR least(${places.join(', ')}) < 0))::int
          AS "unbalancedLots",
        (count(*) FILTER (WHERE ${isOwedSql}))::int AS "unusedLots",
        coalesce(sum(l.available + l.held) FILTER (WHERE ${isOwedSql}), 0)::int AS "unusedPasses",
        coalesce(sum(${owedPenceSql}) FILTER (WHERE ${isOwedSql}), 0)::float8 AS "unusedPence"
      FROM wallet_lots l GROUP BY kind`,
  });
  return rows;
}

export interface MoneyTotalsRow {
  kind: MoneyKind;
  entries: number;
  /** Negative for returned money. */
  pence: number;
}

export async function readMoneyTotals(source: Queryable): Promise<MoneyTotalsRow[]> {
  const { rows } = await source.query<MoneyTotalsRow>({
    name: 'audit-money-totals',
    text: `
      SELECT kind, count(*)::int AS entries, sum(amount_pence)::float8 AS pence
      FROM money_entries GROUP BY kind`,
  });
  return rows;
}

export interface SaleMatchRow {
  salesWithoutLot: number;
  salesWithoutLotPence: number;
  lotsWithoutSale: number;
  lotsWithoutSalePence: number;
  lotsOfOtherPrice: number;
  /** The prices of those lots minus the money received for them. */
  lotsOfOtherPricePence: number;
}

/** Compares each sale with the lot that it grants, and each paid lot with its sale. */
export async function readSaleMatches(source: Queryable): Promise<SaleMatchRow | undefined> {
  const { rows } = await source.query<SaleMatchRow>({
    name: 'audit-sale-matches',
    text: `
      SELECT (count(*) FILTER (WHERE l.lot_id IS NULL))::int AS "salesWithoutLot",
        coalesce(sum(s.amount_pence) FILTER (WHERE l.lot_id IS NULL), 0)::float8 AS "salesWithoutLotPence",
        (count(*) FILTER (WHERE s.sale IS NULL))::int AS "lotsWithoutSale",
        coalesce(sum(l.price_pence) FILTER (WHERE s.sale IS NULL), 0)::float8 AS "lotsWithoutSalePence",
        (count(*) FILTER (WHERE l.price_pence <> s.amount_pence))::int AS "lotsOfOtherPrice",
        coalesce(sum(l.price_pence - s.amount_pence), 0)::float8 AS "lotsOfOtherPricePence"
      FROM (SELECT id AS sale, lot_id, amount_pence FROM money_entries
          WHERE kind IN ('pass_sale', 'membership_sale')) s
      FULL JOIN (SELECT lot_id, price_pence FROM wallet_lots
          WHERE kind NOT IN ('adjustment', 'import') AND price_pence > 0) l USING (lot_id)`,
  });
  return rows[0];
}

export interface DayFlowRow {
  day: string;
  granted: number;
  used: number;
  forfeited: number;
  expired: number;
  revoked: number;
}

/** The change of each place on each London day of a month (`yyyy-MM`) on which passes moved. */
export async function readFlowOfMonth(source: Queryable, month: string): Promise<DayFlowRow[]> {
  const change = (place: string) =>
    `sum(CASE '${place}' WHEN to_place THEN passes WHEN from_place THEN -passes ELSE 0 END)::int AS ${place}`;
  const { rows } = await source.query<DayFlowRow>({
    name: 'audit-flow-of-month',
    text: `
      SELECT to_char(at AT TIME ZONE 'Europe/London', 'YYYY-MM-DD') AS day,
        sum(CASE WHEN from_place IS NULL THEN passes ELSE 0 END)::int AS granted,
        ${['used', 'forfeited', 'expired', 'revoked'].map(change).join(', ')}
      FROM lot_moves WHERE month = $1 GROUP BY 1 ORDER BY 1`,
    values: [month],
  });
  return rows;
}

export interface ReadingsRow {
  reader: string;
  what: string;
  readings: number;
  members: number;
  lastAt: Date;
}

/** The readings of personal data from an instant up to another (exclusive), by reader and kind of data. */
export async function readReadings(source: Queryable, from: Date, to: Date): Promise<ReadingsRow[]> {
  const { rows } = await source.query<ReadingsRow>({
    name: 'audit-readings',
    text: `
      SELECT reader, what, count(*)::int AS readings, count(DISTINCT member_id)::int AS members,
        max(at) AS "lastAt"
      FROM data_readings WHERE at >= $1 AND at < $2
      GROUP BY reader, what ORDER BY readings DESC, reader, what`,
    values: [from, to],
  });
  return rows;
}

/** The number of unusual events of each kind. */
export async function countUnusualEvents(
  source: Queryable,
): Promise<{ kind: UnusualKind; events: number }[]> {
  const { rows } = await source.query<{ kind: UnusualKind; events: number }>({
    name: 'audit-unusual-counts',
    text: 'SELECT kind, count(*)::int AS events FROM unusual_events GROUP BY kind',
  });
  return rows;
}

/** The position up to which all figures of the overview are projected; null before the first event. */
export async function readOverviewPosition(source: Queryable): Promise<string | null> {
  const { rows } = await source.query<{ position: string | null }>({
    name: 'audit-overview-position',
    text: `SELECT min(position)::text AS position FROM projection_checkpoints
      WHERE name IN ('wallet', 'money', 'pass-uses', 'audit-trail')`,
  });
  return rows[0]?.position ?? null;
}
