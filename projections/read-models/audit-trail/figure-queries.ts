import type { LotKind } from '#domain/wallet/events.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { REMOVED_MEMBER } from '#projections/definition/removed-member.ts';
import type { MoneyKind } from '../money/tables.ts';
import type { Place } from '../wallet/moves.ts';
import { isOwedSql, owedPenceSql } from './overview-queries.ts';
import type { UnusualKind } from './tables.ts';

/** The rows that a figure sums: SQL that gives `position`, `at`, `amount`, `stream` and `revision`. */
export interface FigureSource {
  readonly text: string;
  readonly values: readonly unknown[];
}

// Nothing shows a removed member's records any more, so their events are counted and not opened.
const ofMember = (stream: string, memberId: string) =>
  `CASE WHEN ${memberId} = '${REMOVED_MEMBER}' THEN NULL ELSE ${stream} END AS stream`;
const walletStream = (alias: string) => ofMember(`'wallet-' || ${alias}.member_id`, `${alias}.member_id`);

const moveColumns = (amount: string) =>
  `m.position, m.at, ${amount} AS amount, ${walletStream('m')}, m.revision FROM lot_moves m`;

/** The moves that granted passes, or that changed how many are in a place; in one London month if given. */
export function getPassMoves(place: Place | 'granted', month: string | undefined): FigureSource {
  const inMonth = month === undefined ? '' : 'AND m.month = $1';
  const values = month === undefined ? [] : [month];
  if (place === 'granted') {
    return { text: `SELECT ${moveColumns('m.passes')} WHERE m.from_place IS NULL ${inMonth}`, values };
  }
  return {
    text: `SELECT ${moveColumns('m.passes')} WHERE m.to_place = '${place}' ${inMonth}
      UNION ALL SELECT ${moveColumns('-m.passes')} WHERE m.from_place = '${place}' ${inMonth}`,
    values,
  };
}

const saleKinds: readonly MoneyKind[] = ['pass_sale', 'membership_sale'];

/** Money movements of these kinds; `sign` makes returned money positive. */
export const getMoneyEntries = (kinds: readonly MoneyKind[], sign: 1 | -1 = 1): FigureSource => ({
  text: `SELECT e.position, e.at, ${sign} * e.amount_pence AS amount, ${ofMember('e.stream', 'e.member_id')}, e.revision
    FROM money_entries e WHERE e.kind = ANY($1)`,
  values: [kinds],
});

/** Sales whose lot is not granted: refused ones, and those under way. */
export const getSalesWithoutLot = (): FigureSource => {
  const { text, values } = getMoneyEntries(saleKinds);
  return { text: `${text} AND NOT EXISTS (SELECT 1 FROM wallet_lots l WHERE l.lot_id = e.lot_id)`, values };
};

const grantOf = (amount: string) => `SELECT ${moveColumns(amount)} JOIN wallet_lots l ON l.lot_id = m.lot_id`;

/** The grants of the lots of a kind, each with its price or its passes. */
export const getGrants = (kind: LotKind, amount: 'price_pence' | 'granted'): FigureSource => ({
  text: `${grantOf(`l.${amount}`)} WHERE m.from_place IS NULL AND l.kind = $1`,
  values: [kind],
});

const paidGrant = `m.from_place IS NULL AND l.kind NOT IN ('adjustment', 'import') AND l.price_pence > 0`;

export const getLotsWithoutSale = (): FigureSource => ({
  text: `${grantOf('l.price_pence')} WHERE ${paidGrant}
    AND NOT EXISTS (SELECT 1 FROM money_entries e WHERE e.lot_id = l.lot_id)`,
  values: [],
});

export const getLotsOfOtherPrice = (): FigureSource => ({
  text: `${grantOf('l.price_pence - e.amount_pence')} JOIN money_entries e ON e.lot_id = l.lot_id
    WHERE ${paidGrant} AND e.amount_pence <> l.price_pence`,
  values: [],
});

/** The grants of the paid lots with unused passes, each with their value. */
export const getOwedLots = (): FigureSource => ({
  text: `${grantOf(owedPenceSql)} WHERE m.from_place IS NULL AND ${isOwedSql}`,
  values: [],
});

interface ReadingsFilter {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly reader: string | undefined;
  readonly what: string | undefined;
}

export const getReadings = ({ from, to, reader, what }: ReadingsFilter): FigureSource => ({
  text: `SELECT r.position, r.at, 1 AS amount, ${ofMember('r.stream', 'r.member_id')}, r.revision
    FROM data_readings r WHERE r.at >= $1 AND r.at < $2
      AND ($3::text IS NULL OR r.reader = $3) AND ($4::text IS NULL OR r.what = $4)`,
  values: [from, to, reader ?? null, what ?? null],
});

/** Unusual events, of one kind if given. */
export const getUnusualEvents = (kind: UnusualKind | undefined): FigureSource => ({
  text: `SELECT u.position, u.at, 1 AS amount, ${ofMember('u.stream', `coalesce(u.member_id, '')`)}, u.revision
    FROM unusual_events u ${kind === undefined ? '' : 'WHERE u.kind = $1'}`,
  values: kind === undefined ? [] : [kind],
});

export interface FigureRow {
  position: string;
  at: Date;
  amount: number;
  /** null when the records of the event's member were removed. */
  stream: string | null;
  revision: string;
}

/** The events of a figure before a position, the latest first. The SQL has no name, so that each is planned for its values. */
export async function readFigureRows(
  source: Queryable,
  { text, values }: FigureSource,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<FigureRow[]> {
  const next = values.length + 1;
  const { rows } = await source.query<FigureRow>(
    `SELECT position::text, at, amount::float8, stream, revision::text FROM (${text}) s
     ${before === undefined ? '' : `WHERE position < $${next + 1}`} ORDER BY s.position DESC LIMIT $${next}`,
    [...values, limit, ...(before === undefined ? [] : [before])],
  );
  return rows;
}

/** The number of a figure's events, and the sum of their amounts. */
export async function readFigureTotal(
  source: Queryable,
  { text, values }: FigureSource,
): Promise<{ events: number; amount: number }> {
  const { rows } = await source.query<{ events: number; amount: number }>(
    `SELECT count(*)::int AS events, coalesce(sum(amount), 0)::float8 AS amount FROM (${text}) s`,
    [...values],
  );
  return rows[0] ?? { events: 0, amount: 0 };
}
