import { describe, expect, it } from 'vitest';
import type { MoneyRow } from '#projections/read-models/money/queries.ts';
import { computeMonthFigures, findOpenMonth } from './month-figures.ts';

const row = (changes: Partial<MoneyRow>): MoneyRow => ({
  kind: 'pass_sale',
  amount: 11_000,
  at: new Date('2026-05-04T10:00:00.000Z'),
  month: '2026-05',
  memberId: 'm',
  userName: 'Ann',
  planName: null,
  passName: '5 Class Pass',
  passId: 5,
  paymentIntentId: 'pi_1',
  invoiceId: null,
  saleMonth: '2026-05',
  position: '640',
  stream: 'payment-pi_1',
  revision: '1',
  ...changes,
});
const report = (money: readonly MoneyRow[], closed: readonly string[] = []) =>
  computeMonthFigures({
    month: '2026-05',
    isOver: false,
    money,
    classes: [],
    isClosed: (month) => closed.includes(month),
  });

describe('computeMonthFigures', () => {
  it('counts money by the day it was received, less refunds', () => {
    const figures = report([
      row({}),
      row({ paymentIntentId: 'pi_2', amount: 2_400, passName: 'Single Class' }),
      row({ kind: 'pass_refund', amount: -4_400 }),
      row({ kind: 'membership_sale', amount: 18_000, passName: null, invoiceId: 'in_1' }),
    ]);
    expect(figures.passSales).toMatchObject({
      totalSold: 2,
      gross: 13_400,
      returned: 4_400,
      totalRevenue: 9_000,
      summary: [
        { name: '5 Class Pass', count: 1, gross: 11_000, returned: 4_400, revenue: 6_600 },
        { name: 'Single Class', count: 1, gross: 2_400, returned: 0, revenue: 2_400 },
      ],
    });
    expect(figures.membershipSales).toMatchObject({ totalSold: 1, totalRevenue: 18_000 });
    expect(figures.totals).toEqual({ totalRevenue: 27_000, totalCosts: 0, netProfit: 27_000 });
    expect(figures.adjustments).toEqual([]);
  });

  it('sums memberships by their plan', () => {
    const sale = (planName: string | null, amount: number) =>
      row({ kind: 'membership_sale', amount, passName: null, planName });
    const { membershipSales } = report([
      sale('Monthly Membership', 18_000),
      sale('Eight', 12_000),
      sale('Eight', 11_000),
      // Of a member whose records are removed.
      sale(null, 18_000),
      row({ kind: 'membership_return', amount: -1_000, passName: null, planName: 'Eight' }),
    ]);
    expect(membershipSales).toMatchObject({ totalSold: 4, totalRevenue: 58_000 });
    expect(membershipSales.summary.map(({ name, count, revenue }) => [name, count, revenue])).toEqual([
      ['Monthly Membership', 2, 36_000],
      ['Eight', 2, 22_000],
    ]);
  });

  it('lists movements of closed months’ sales as adjustments, and those of open months’ sales not', () => {
    const ofApril = row({ kind: 'pass_refund', amount: -11_000, saleMonth: '2026-04' });
    const ofMarch = row({ kind: 'pass_dispute', amount: -2_400, saleMonth: '2026-03' });
    const figures = report([ofApril, ofMarch], ['2026-03']);
    expect(figures.adjustments).toMatchObject([{ ofMonth: '2026-03', kind: 'dispute', amount: -2_400 }]);
    expect(figures.passSales.totalRevenue).toBe(-13_400);
  });
});

it('assigns late money to the first month that was open when it was recorded', () => {
  const closings = new Map([
    ['2026-03', { throughPosition: '100' }],
    ['2026-04', { throughPosition: '500' }],
  ]);
  const find = (month: string, position: string) => findOpenMonth({ month, position }, closings);
  expect(find('2026-03', '100')).toBe('2026-03');
  expect(find('2026-03', '101')).toBe('2026-04');
  expect(find('2026-03', '501')).toBe('2026-05');
  expect(find('2026-05', '900')).toBe('2026-05');
});
