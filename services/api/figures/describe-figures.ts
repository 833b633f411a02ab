import type { z } from 'zod';
import { formatPounds } from '#domain/money.ts';
import type { MoneyRow, readPassSales, readRecentPurchases } from '#projections/read-models/money/queries.ts';
import type { PassUseRow, readUnusedLots } from '#projections/read-models/pass-uses/queries.ts';
import type {
  classRevenueAnswer,
  LiabilityAnswer,
  MonthFigures,
  moneyAnswer,
  PassSalesAnswer,
} from '#services/contract/analytics.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { sum } from './class-figures.ts';
import { getSaleName } from './month-figures.ts';

type PassUse = z.infer<typeof classRevenueAnswer>['uses'][number];
type MoneyEntry = z.infer<typeof moneyAnswer>['entries'][number];

const sources = ['purchase', 'membership', 'adjustment', 'import'] as const;

export const describePassUse = ({ memberId, userName, kind, nth, at, ...use }: PassUseRow): PassUse => ({
  bookingId: use.bookingId,
  userId: memberId,
  userName: userName ?? '',
  lotId: use.lotId,
  passName: use.passName,
  source: sources.find((source) => source === kind) ?? 'adjustment',
  lotPrice: use.lotPrice,
  lotPasses: use.lotPasses,
  nthOfLot: nth,
  value: use.value,
  state: use.state,
  at: at.toISOString(),
  position: use.position,
  stream: use.stream,
  revision: use.revision,
});

export const describeMoneyEntry = (row: MoneyRow): MoneyEntry => ({
  kind: row.kind,
  at: row.at.toISOString(),
  userId: row.memberId,
  userName: row.userName ?? '',
  name: getSaleName(row),
  amount: row.amount,
  paymentIntentId: row.paymentIntentId,
  invoiceId: row.invoiceId,
  position: row.position,
  stream: row.stream,
  revision: row.revision,
});

export const describePassSales = (
  sales: Awaited<ReturnType<typeof readPassSales>>,
  purchases: Awaited<ReturnType<typeof readRecentPurchases>>,
): Pick<PassSalesAnswer, 'salesData' | 'recentPurchases'> => ({
  salesData: sales.map((sale) => ({
    ...sale,
    averagePrice: Math.round(sale.totalRevenue / sale.totalSales),
  })),
  recentPurchases: purchases.map(({ lotId, memberId, userName, purchaseDate, ...purchase }) => ({
    id: lotId,
    userId: memberId,
    userName: userName ?? '',
    ...purchase,
    purchaseDate: purchaseDate.toISOString(),
  })),
});

export function describeLiability(
  rows: Awaited<ReturnType<typeof readUnusedLots>>,
): Pick<LiabilityAnswer, 'passes' | 'value' | 'lots'> {
  const lots = rows.map(({ lotPrice, memberId, userName, expiresAt, ...lot }) => ({
    ...lot,
    userId: memberId,
    userName: userName ?? '',
    // The last pass of a lot carries the remainder of its price, and any unused passes include the last.
    value: Math.floor(lotPrice / lot.granted) * lot.unused + (lotPrice % lot.granted),
    expiresAt: expiresAt.toISOString(),
  }));
  return { passes: sum(lots, ({ unused }) => unused), value: sum(lots, ({ value }) => value), lots };
}

export function describeMonthClosing({ totals, isOver }: MonthFigures, isClosed: boolean): Effects {
  return {
    summary: isClosed
      ? ['This month is closed already; nothing changes.']
      : [
          `The report stays as it is now, for ever: ${formatPounds(totals.totalRevenue)} received, ${formatPounds(totals.totalCosts)} of fees, ${formatPounds(totals.netProfit)} net profit.`,
          'Refunds and corrections that come later appear in the next open month as adjustments.',
          ...(isOver ? [] : ['It can be closed once the month is over.']),
        ],
    counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
    people: [],
  };
}
