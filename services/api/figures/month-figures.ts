import { firstPlan } from '#domain/plan/first-plan.ts';
import type { MoneyRow } from '#projections/read-models/money/queries.ts';
import type { ClassFigures, MonthFigures } from '#services/contract/analytics.ts';
import { computePercentage, sum } from './class-figures.ts';

/** Of payments whose member’s records are removed, and with them the plan’s name. */
const unknownPlan = firstPlan.name;

interface MonthInput {
  /** `yyyy-MM` */
  readonly month: string;
  readonly isOver: boolean;
  /** Of the month itself, and late movements of months that were closed when they were recorded. */
  readonly money: readonly MoneyRow[];
  /** The classes held so far. */
  readonly classes: readonly ClassFigures[];
  /** Whether a month is closed. */
  readonly isClosed: (month: string) => boolean;
}

const isMembership = ({ kind }: MoneyRow) => kind === 'membership_sale' || kind === 'membership_return';
const isSale = ({ kind }: MoneyRow) => kind === 'pass_sale' || kind === 'membership_sale';
export const getSaleName = (row: MoneyRow): string =>
  isMembership(row) ? (row.planName ?? unknownPlan) : (row.passName ?? '');

function computeTotals(rows: readonly MoneyRow[]) {
  return {
    count: rows.filter(isSale).length,
    gross: sum(rows.filter(isSale), ({ amount }) => amount),
    returned: sum(
      rows.filter((row) => !isSale(row)),
      ({ amount }) => 0 - amount,
    ),
    revenue: sum(rows, ({ amount }) => amount),
  };
}

function computeSales(rows: readonly MoneyRow[]): MonthFigures['passSales'] {
  const { count: totalSold, revenue: totalRevenue, gross, returned } = computeTotals(rows);
  const summary = [...Map.groupBy(rows, getSaleName)]
    .map(([name, ofName]) => ({ name, ...computeTotals(ofName) }))
    .toSorted((a, b) => b.revenue - a.revenue || a.name.localeCompare(b.name));
  return { totalRevenue, totalSold, gross, returned, summary };
}

const adjustmentKinds = {
  pass_sale: 'late_sale',
  membership_sale: 'late_sale',
  pass_refund: 'refund',
  membership_return: 'refund',
  pass_refund_failed: 'refund_failed',
  pass_dispute: 'dispute',
  pass_dispute_won: 'dispute_won',
} as const;

/** Movements of this month that belong to sales of closed months. */
function findAdjustments({ month, money, isClosed }: MonthInput): MonthFigures['adjustments'] {
  return money
    .filter((row) => row.saleMonth !== month && isClosed(row.saleMonth))
    .map((row) => ({
      position: row.position,
      stream: row.stream,
      revision: row.revision,
      at: row.at.toISOString(),
      ofMonth: row.saleMonth,
      name: getSaleName(row),
      kind: adjustmentKinds[row.kind],
      amount: row.amount,
    }));
}

/** The report of a month: money by the day it was received, less refunds and disputes, and the fees of the classes held so far. */
export function computeMonthFigures(input: MonthInput): MonthFigures {
  const { month, isOver, money, classes } = input;
  const passSales = computeSales(money.filter((row) => !isMembership(row)));
  const membershipSales = computeSales(money.filter(isMembership));
  const totalBooked = sum(classes, ({ bookedCount }) => bookedCount);
  const totalCapacity = sum(classes, ({ maxCapacity }) => maxCapacity);
  const totalCosts = sum(classes, ({ instructorFee }) => instructorFee);
  const totalRevenue = passSales.totalRevenue + membershipSales.totalRevenue;
  return {
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    isOver,
    passSales,
    membershipSales,
    classes: {
      totalClasses: classes.length,
      totalBooked,
      totalCapacity,
      fillPercentage: computePercentage(totalBooked, totalCapacity),
      classRevenue: sum(classes, (each) => each.totalRevenue),
      summary: [...Map.groupBy(classes, ({ name }) => name)].map(([name, ofName]) => ({
        name,
        classes: ofName.length,
        booked: sum(ofName, ({ bookedCount }) => bookedCount),
        capacity: sum(ofName, ({ maxCapacity }) => maxCapacity),
        revenue: sum(ofName, (each) => each.totalRevenue),
      })),
    },
    instructorCosts: {
      totalCosts,
      totalClasses: classes.length,
      summary: [...Map.groupBy(classes, ({ instructorName }) => instructorName)].map(([name, ofName]) => ({
        name,
        classes: ofName.length,
        costs: sum(ofName, ({ instructorFee }) => instructorFee),
      })),
    },
    adjustments: findAdjustments(input),
    totals: { totalRevenue, totalCosts, netProfit: totalRevenue - totalCosts },
  };
}

/** The month that reports a late movement of a closed month: the first one after it that was open when it was recorded. */
export function findOpenMonth(
  row: Pick<MoneyRow, 'month' | 'position'>,
  closings: ReadonlyMap<string, { readonly throughPosition: string }>,
): string {
  let month = row.month;
  for (;;) {
    const closing = closings.get(month);
    if (closing === undefined || BigInt(row.position) <= BigInt(closing.throughPosition)) return month;
    month = getNextMonth(month);
  }
}

export function getNextMonth(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`;
}
