import type {
  DayFlowRow,
  LotTotalsRow,
  MoneyTotalsRow,
  SaleMatchRow,
} from '#projections/read-models/audit-trail/overview-queries.ts';
import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { sum } from '../figures/class-figures.ts';

type Overview = AuditOverviewAnswer;
type Money = Overview['money'];

const places = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'] as const;

/** The passes of all lots, and whether every granted pass is in exactly one place, in each lot and together. */
export function describePasses(lots: readonly LotTotalsRow[]): Pick<Overview, 'passes' | 'balanced'> {
  const of = (place: (typeof places)[number] | 'granted') => sum(lots, (row) => row[place]);
  const passes = {
    granted: of('granted'),
    available: of('available'),
    held: of('held'),
    used: of('used'),
    forfeited: of('forfeited'),
    expired: of('expired'),
    revoked: of('revoked'),
  };
  const isSum = passes.granted === sum(places, (place) => passes[place]);
  return { passes, balanced: isSum && lots.every(({ unbalancedLots }) => unbalancedLots === 0) };
}

function describeLots(lots: readonly LotTotalsRow[], kind: LotTotalsRow['kind']) {
  const row = lots.find((each) => each.kind === kind);
  return { lots: row?.lots ?? 0, passes: row?.granted ?? 0, pence: row?.pricePence ?? 0 };
}

function describeSales(money: readonly MoneyTotalsRow[], kind: MoneyTotalsRow['kind']) {
  const row = money.find((each) => each.kind === kind);
  return { count: row?.entries ?? 0, pence: row?.pence ?? 0 };
}

/** Money received against the lots granted for it. */
export function describeMoney(
  money: readonly MoneyTotalsRow[],
  lots: readonly LotTotalsRow[],
  matches: SaleMatchRow | undefined,
): Money {
  const penceOf = (...kinds: MoneyTotalsRow['kind'][]) =>
    sum(
      money.filter(({ kind }) => kinds.includes(kind)),
      ({ pence }) => pence,
    );
  const receivedPence = penceOf('pass_sale', 'membership_sale');
  // Adding 0 turns -0 into 0.
  const refundedPence = 0 - penceOf('pass_refund', 'pass_refund_failed', 'membership_return');
  const disputedPence = 0 - penceOf('pass_dispute', 'pass_dispute_won');
  const lotsWithoutSale = {
    count: matches?.lotsWithoutSale ?? 0,
    pence: matches?.lotsWithoutSalePence ?? 0,
  };
  const lotsOfOtherPrice = {
    count: matches?.lotsOfOtherPrice ?? 0,
    pence: matches?.lotsOfOtherPricePence ?? 0,
  };
  return {
    receivedPence,
    refundedPence,
    disputedPence,
    retainedPence: receivedPence - refundedPence - disputedPence,
    passSales: describeSales(money, 'pass_sale'),
    membershipSales: describeSales(money, 'membership_sale'),
    lots: {
      purchase: describeLots(lots, 'purchase'),
      membership: describeLots(lots, 'membership'),
      adjustment: describeLots(lots, 'adjustment'),
      import: describeLots(lots, 'import'),
    },
    salesWithoutLot: {
      count: matches?.salesWithoutLot ?? 0,
      pence: matches?.salesWithoutLotPence ?? 0,
    },
    lotsWithoutSale,
    lotsOfOtherPrice,
    matched: lotsWithoutSale.count === 0 && lotsOfOtherPrice.count === 0,
  };
}

export const describeLiability = (lots: readonly LotTotalsRow[]): Overview['liability'] => ({
  lots: sum(lots, ({ unusedLots }) => unusedLots),
  passes: sum(lots, ({ unusedPasses }) => unusedPasses),
  pence: sum(lots, ({ unusedPence }) => unusedPence),
});

/** The passes of a month: what members had before it, what came and went, and what they have now. */
export function describeFlow(
  month: string,
  days: readonly DayFlowRow[],
  { available, held }: Pick<Overview['passes'], 'available' | 'held'>,
): Overview['flow'] {
  const closing = available + held;
  const flow = {
    granted: sum(days, ({ granted }) => granted),
    used: sum(days, ({ used }) => used),
    forfeited: sum(days, ({ forfeited }) => forfeited),
    expired: sum(days, ({ expired }) => expired),
    revoked: sum(days, ({ revoked }) => revoked),
  };
  const opening = closing - flow.granted + flow.used + flow.forfeited + flow.expired + flow.revoked;
  return { month, opening, ...flow, closing, days: [...days] };
}
