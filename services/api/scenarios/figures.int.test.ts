import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDaysToDay } from '#domain/london-time.ts';
import {
  classRevenueAnswer,
  liabilityAnswer,
  moneyAnswer,
  passSalesAnswer,
  trendsAnswer,
} from '#services/contract/analytics.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { expectWeeks } from '../testing/expect-weeks.fixture.ts';
import { MonthSimulation, threeClassPass, toMonthQuery } from '../testing/month-simulation.fixture.ts';
import { type SimulatedBooks, sumUp } from '../testing/simulated-books.fixture.ts';

// These tests only read.
let simulation: MonthSimulation;
let books: SimulatedBooks;
let admin: StudioClient;
beforeAll(async () => {
  simulation = await MonthSimulation.run();
  ({ books, admin } = simulation);
});
afterAll(() => simulation?.studio.remove());

const formatPounds = (pence: number) => (pence / 100).toFixed(2);

describe('a month', () => {
  it('is reported to the penny', async () => {
    const { monthlyData, closed } = await simulation.readReport(simulation.month);
    expect(closed).toBeNull();
    expect(monthlyData).toMatchObject(books.expectedMonth(simulation.month));
    expect(monthlyData.passSales.summary.find(({ name }) => name === threeClassPass.name)).toEqual({
      name: threeClassPass.name,
      count: 1,
      gross: 6_900,
      returned: 2_300,
      revenue: 4_600,
    });
    expect(monthlyData.classes.classRevenue).toBe(
      sumUp(books.heldClasses.map(([id]) => books.expectedRevenue(id))),
    );
    // 3,333 + 3,333 + 3,334: a lot whose passes are all used has given its whole price.
    expect(sumUp(books.lotsOf('cat').map(({ classIds }) => classIds.length))).toBe(3);
    await expectWeeks(simulation);
  });

  it('traces every amount to an event of the log', async () => {
    for (const [id, { cancelled }] of books.classes) {
      const { total: pence, uses } = await admin.expect(
        classRevenueAnswer,
        'GET',
        `/api/admin/class-revenue/${id}`,
      );
      expect([id, pence, uses.length]).toEqual([
        id,
        cancelled ? 0 : books.expectedRevenue(id),
        books.countUses(id),
      ]);
      for (const { position, stream, revision } of uses) {
        const [event] = await simulation.studio.queryEvents(
          'SELECT type FROM event_store.readable_events WHERE stream = $1 AND revision = $2',
          [stream, revision],
        );
        expect([position, event?.type]).toEqual([
          expect.stringMatching(/^\d+$/),
          expect.stringMatching(/^Pass(Spent|Forfeited)$/),
        ]);
      }
    }
    const { entries } = await admin.expect(
      moneyAnswer,
      'GET',
      `/api/admin/money?${toMonthQuery(simulation.month)}`,
    );
    expect(sumUp(entries.map(({ amount }) => amount))).toBe(
      books.expectedMonth(simulation.month).totals.totalRevenue,
    );
  });

  it('is exported as an Excel file whose formulas give the same sums', async () => {
    const query = toMonthQuery(simulation.month);
    const response = await fetch(`${simulation.base}/api/admin/monthly-report/excel?${query}`, {
      headers: admin.headers,
    });
    expect(response.headers.get('content-disposition')).toContain(`monthly-report-${simulation.month}.xlsx`);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await response.arrayBuffer());
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Pass Sales',
      'Membership Sales',
      'Classes',
      'Instructor Costs',
      'Adjustments',
      'Movements of Money',
    ]);
    const lines = new Map<string, number>();
    workbook.getWorksheet('Summary')?.eachRow((row) => {
      const value = row.getCell(2).value;
      const result = typeof value === 'object' && value !== null && 'result' in value ? value.result : value;
      if (typeof result === 'number') lines.set(String(row.getCell(1).value), result);
    });
    const { passSales, membershipSales, totals } = books.expectedMonth(simulation.month);
    expect(Object.fromEntries([...lines].map(([name, pounds]) => [name, pounds.toFixed(2)]))).toMatchObject({
      'Pass sales': formatPounds(passSales.totalRevenue),
      'Membership sales': formatPounds(membershipSales.totalRevenue),
      'Instructor costs': formatPounds(totals.totalCosts),
      'Net profit': formatPounds(totals.netProfit),
    });
    const sheet = workbook.getWorksheet('Pass Sales');
    const sums = [2, 3, 4, 5].map((column) => sheet?.lastRow?.getCell(column).formula);
    const last = (sheet?.rowCount ?? 0) - 1;
    expect(sums).toEqual(['B', 'C', 'D', 'E'].map((letter) => `SUM(${letter}2:${letter}${last})`));
  });

  it('reports unused passes as a liability at the end of any day', async () => {
    const at = (on: string) => admin.expect(liabilityAnswer, 'GET', `/api/admin/liability?on=${on}`);
    const before = addDaysToDay(simulation.day(1), -1);
    expect(await at(before)).toMatchObject({ passes: 0, value: 0 });
    const { lots, value } = await at(`${simulation.nextMonth}-01`);
    // Ann has two of five passes left and Eve ten of twelve; Bea's third was refunded; Cat's and Dan's are used.
    expect(lots.map(({ unused, value: pence }) => [unused, pence]).toSorted()).toEqual([
      [10, 15_000],
      [2, 4_400],
    ]);
    expect(value).toBe(19_400);
  });
});

it('reports the sales of the last 30 days and the trends of the charts', async () => {
  const sales = await admin.expect(passSalesAnswer, 'GET', '/api/admin/pass-sales');
  expect(sales.salesData.find(({ passName }) => passName === simulation.oddPass?.name)).toEqual({
    passId: simulation.oddPass?.id,
    passName: simulation.oddPass?.name,
    totalSales: 1,
    totalRevenue: 10_000,
    averagePrice: 10_000,
  });
  expect(sales.recentPurchases.map(({ userName }) => userName).toSorted()).toEqual([
    'ann',
    'bea',
    'cat',
    'dan',
  ]);
  const { months, fill, weeks } = await admin.expect(trendsAnswer, 'GET', '/api/admin/trends');
  expect(months).toHaveLength(12);
  expect(months.at(-2)).toMatchObject({
    month: simulation.month,
    passRevenue: books.expectedMonth(simulation.month).passSales.totalRevenue,
    membershipRevenue: 18_000,
    passesGranted: 24,
    passesUsed: 11,
    membersNew: 5,
    membersReturning: 0,
    membersAtRisk: 0,
  });
  expect(sumUp(fill.map(({ classes }) => classes))).toBe(4);
  expect(weeks).toHaveLength(13);
});
