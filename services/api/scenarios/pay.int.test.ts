import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDaysToDay, getMonday, toLondonInstant } from '#domain/london-time.ts';
import { monthlyReportAnswer, weeklyAnalyticsAnswer } from '#services/contract/analytics.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { ownPayAnswer, type PayAnswer, payAnswer, ratesAnswer } from '#services/contract/pay.ts';
import { whatIfAnswer, whatIfStarted } from '#services/contract/what-if.ts';
import { joinStaff } from '#tools/testing/join-staff.ts';
import { refusal, StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { toMonthQuery } from '../testing/month-simulation.fixture.ts';
import { PayNotebook } from '../testing/pay-notebook.fixture.ts';
import { PayStudio } from '../testing/pay-studio.fixture.ts';

let studio: PayStudio;
/** Of the month of the running tests; each month has classes and instructors of its own. */
let notebook: PayNotebook;
beforeAll(async () => {
  studio = await PayStudio.start();
});
afterAll(() => studio?.running.remove());

const sum = (amounts: readonly number[]) => amounts.reduce((total, pence) => total + pence, 0);
const readPay = (from: string, to: string) =>
  studio.admin.expect(payAnswer.strict(), 'GET', `/api/admin/pay?from=${from}&to=${to}`);
const close = (body: object, query = '') => studio.admin.call('POST', `/api/admin/pay/close${query}`, body);
const lastDay = () => addDaysToDay(studio.nextDay, -1);
const wholeMonth = () => ({ from: studio.day(1), to: lastDay() });
const sumsOf = ({ instructors }: PayAnswer) => instructors.map(({ name, totalPence }) => [name, totalPence]);
/** The closed periods since the month began. */
const periodsOf = ({ periods }: PayAnswer) => periods.filter(({ from }) => from >= studio.day(1));
const findLine = (pay: PayAnswer, classId: number) =>
  pay.instructors.flatMap(({ classes }) => classes).find((line) => line.classId === classId);
const moveToDayAfter = (day: string) => studio.clock.moveTo(toLondonInstant(addDaysToDay(day, 1), '08:00'));

describe('a month that is not over', () => {
  beforeAll(async () => {
    notebook = await PayNotebook.open(studio);
    const { kim, lou } = notebook;
    const rates = [
      { basePence: 3_000, perHeadPence: 250, above: 4, validFrom: studio.day(1) },
      { basePence: 4_500, classType: 'advanced', validFrom: studio.day(10) },
      { basePence: 3_500, perHeadPence: 300, above: 3, validFrom: studio.day(15) },
    ];
    for (const rate of rates) expect((await studio.setRate(kim, rate)).status).toBe(200);

    const full = await notebook.teach('six came', { day: 3, heads: 6 }, { pence: 3_500 });
    // One of five was absent, and two have no mark: four heads.
    const some = await notebook.teach('four came', { day: 5, heads: 5 }, { pence: 3_000 });
    const advanced = { level: 'advanced', heads: 6 };
    await notebook.teach('before the rate of its type', { ...advanced, day: 9 }, { pence: 3_500 });
    await notebook.teach(
      'on the first day of the rate of its type',
      { ...advanced, day: 10 },
      { pence: 4_500 },
    );
    await notebook.teach('on the last day of a rate', { day: 14, heads: 6 }, { pence: 3_500 });
    await notebook.teach('on the first day of a rate', { day: 15, heads: 6 }, { pence: 4_400 });
    await notebook.teach('without a rate', { by: 'Lou', day: 6, heads: 7 }, { pence: 3_000 });
    const cancelled = await studio.addClass({ instructorId: kim, day: 20, heads: 2 });
    const after = await notebook.teach('given away later', { day: 21, heads: 1 }, { pence: 3_500 });
    const before = await notebook.teach('taken over', { day: 22, heads: 7 }, { to: 'Lou', pence: 3_000 });

    await studio.moveTo(19, '09:00');
    await studio.admin.call('DELETE', `/api/admin/classes/${cancelled.classId}`);
    await studio.moveTo(22, '11:59');
    await studio.assign(before.classId, lou);
    await studio.moveTo(28, '09:00');
    await studio.assign(after.classId, lou);
    await studio.mark(full.bookings, true);
    await studio.mark(some.bookings.slice(0, 1), false);
    await studio.mark(some.bookings.slice(1, 3), true);
  });

  describe('rates', () => {
    it('are listed by instructor, type and day, beside the fee of the rulebook', async () => {
      const { kim, lou } = notebook;
      const { rates, feePence } = await studio.admin.expect(ratesAnswer, 'GET', '/api/admin/rates');
      expect(feePence).toBe(3_000);
      expect(
        rates
          .filter(({ instructorId }) => instructorId === kim || instructorId === lou)
          .map(({ instructorId, classType, validFrom, basePence }) => [
            instructorId,
            classType,
            validFrom,
            basePence,
          ]),
      ).toEqual([
        [kim, null, studio.day(1), 3_000],
        [kim, null, studio.day(15), 3_500],
        [kim, 'advanced', studio.day(10), 4_500],
      ]);
    });

    it('are refused when negative, when set twice for a type and day, and for an unknown instructor', async () => {
      const { kim, lou } = notebook;
      const rate = { basePence: 3_000, validFrom: studio.day(1) };
      expect(refusal(await studio.setRate(kim, rate))).toBe('422 RATE_EXISTS');
      expect(refusal(await studio.setRate(lou, { ...rate, basePence: -1 }))).toBe('422 NEGATIVE_RATE');
      expect(refusal(await studio.setRate(lou, { ...rate, perHeadPence: -1 }))).toBe('422 NEGATIVE_RATE');
      expect(refusal(await studio.setRate(lou, { ...rate, basePence: 30.5 }))).toBe('400 INVALID_INPUT');
      expect(refusal(await studio.setRate(999_999, rate))).toBe('404 INSTRUCTOR_NOT_FOUND');
    });
  });

  describe('the figures', () => {
    it('of each week cost the sum of its classes in the notebook', async () => {
      const mondays = new Set(notebook.lines.map(({ day }) => getMonday(studio.day(day))));
      const shown = new Map<number, number>();
      for (const monday of mondays) {
        const path = `/api/admin/weekly-analytics?weekStartDate=${monday}`;
        const { weeklyData } = await studio.admin.expect(weeklyAnalyticsAnswer, 'GET', path);
        const classes = weeklyData.dailyBreakdown.flatMap((each) => each.classes);
        for (const { id, instructorFee } of classes) shown.set(id, instructorFee);
        expect(weeklyData.totalInstructorFees).toBe(sum(classes.map(({ instructorFee }) => instructorFee)));
      }
      const noted = notebook.lines.map(({ classId, pence }) => [classId, pence] as const);
      expect([...shown].toSorted()).toEqual(noted.toSorted());
    });

    it('of the month cost each instructor’s sum', async () => {
      const path = `/api/admin/monthly-report?${toMonthQuery(studio.month)}`;
      const { instructorCosts } = (await studio.admin.expect(monthlyReportAnswer, 'GET', path)).monthlyData;
      expect(instructorCosts.summary.map(({ name, costs }) => [name, costs]).toSorted()).toEqual([
        ['Kim', notebook.sumOf('Kim')],
        ['Lou', notebook.sumOf('Lou')],
      ]);
      expect(instructorCosts.totalCosts).toBe(notebook.total);
    });

    it('of a what-if cost the same, and another fee of the rules counts only where no rate does', async () => {
      const path = '/api/admin/what-if';
      const rules = { instructor_fee_pence: '5000' };
      const question = { from: studio.day(1), to: studio.day(28), rules };
      const { runId } = await studio.admin.expect(whatIfStarted, 'POST', path, question);
      const read = () => studio.admin.expect(whatIfAnswer, 'GET', `${path}/${runId}`);
      await waitFor(async () => (await read()).state !== 'running');
      const total = notebook.total;
      // Lou has two classes and no rate.
      const expected = { was: total, wouldBe: total + 2 * 2_000 };
      expect((await read()).figures.instructorFeesPence).toMatchObject(expected);
    });
  });

  describe('the pay of a period', () => {
    it('equals the notebook, class by class, with the rate and the heads of each', async () => {
      const pay = await readPay(studio.day(1), lastDay());
      expect(sumsOf(pay)).toEqual([
        ['Kim', notebook.sumOf('Kim')],
        ['Lou', notebook.sumOf('Lou')],
      ]);
      expect(pay.totalPence).toBe(notebook.total);
      const lines = pay.instructors.flatMap(({ name, classes }) =>
        classes.map(({ classId, pence }) => [classId, name, pence] as const),
      );
      const noted = notebook.lines.map(({ classId, to, pence }) => [classId, to, pence] as const);
      expect(lines.toSorted()).toEqual(noted.toSorted());
      expect(findLine(pay, notebook.idOf('six came'))).toMatchObject({
        basePence: 3_000,
        perHeadPence: 250,
        above: 4,
        heads: 6,
      });
      expect(findLine(pay, notebook.idOf('without a rate'))).toMatchObject({
        basePence: 3_000,
        perHeadPence: 0,
        heads: 7,
      });
      expect(findLine(pay, notebook.idOf('four came'))).toMatchObject({ heads: 4, unmarked: 2 });
      expect(findLine(pay, notebook.idOf('six came'))).toMatchObject({ unmarked: 0 });
      expect(pay).toMatchObject({ closed: null, isOver: false, overlapped: null });
      expect(periodsOf(pay)).toEqual([]);
    });

    it('is closed only after its last day', async () => {
      const period = wholeMonth();
      expect(refusal(await close(period))).toBe('409 PAY_PERIOD_NOT_OVER');
      expect(refusal(await close(period, '?dryRun=true'))).toBe('409 PAY_PERIOD_NOT_OVER');
      expect(refusal(await close({ from: lastDay(), to: studio.day(1) }))).toBe('400 INVALID_INPUT');
    });
  });
});

it('is previewed, refused when its sum changed, closed once and frozen, and later changes go once to later periods', async () => {
  notebook = await PayNotebook.open(studio);
  const rate = { basePence: 3_000, perHeadPence: 250, above: 4, validFrom: studio.day(1) };
  expect((await studio.setRate(notebook.kim, rate)).status).toBe(200);
  await notebook.teach('six came', { day: 3, heads: 6 }, { pence: 3_500 });
  const { bookings: half } = await notebook.teach('four came', { day: 5, heads: 5 }, { pence: 3_000 });
  await notebook.teach('of another', { by: 'Lou', day: 22, heads: 7 }, { pence: 3_000 });
  await moveToDayAfter(lastDay());
  await studio.mark(half.slice(0, 1), false);
  await studio.mark(half.slice(1, 3), true);

  const period = wholeMonth();
  const { effects } = dryRunAnswer.parse((await close(period, '?dryRun=true')).body);
  expect(effects.summary[0]).toContain(`£${(notebook.total / 100).toFixed(2)} for 3 classes`);
  expect(effects.summary[1]).toMatch(/^\d+ bookings have no mark and are paid as present\.$/);
  const seen = { totalPence: notebook.total - 1 };
  expect(refusal(await close({ ...period, expected: seen }))).toBe('409 CHANGED_SINCE');
  const before = await readPay(period.from, period.to);
  expect(before.closed).toBeNull();

  const outcomes = await Promise.all([close(period), close(period), close(period)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(refusal(await close(period))).toBe('409 PAY_PERIOD_CLOSED');
  expect(refusal(await close({ ...period, to: period.from }))).toBe('409 PAY_PERIOD_CLOSED');
  const frozen = await readPay(period.from, period.to);
  expect(frozen.instructors).toEqual(before.instructors);
  expect(frozen.closed).toMatchObject({ by: 'Admin', position: expect.stringMatching(/^\d+$/) });
  expect(periodsOf(frozen)).toEqual([{ ...period, totalPence: notebook.total }]);
  expect((await readPay(studio.day(2), lastDay())).overlapped).toMatchObject(period);

  const next = studio.nextDay;
  const readNext = () => readPay(next, addDaysToDay(next, 27));
  expect((await readNext()).instructors).toEqual([]);
  // Two bookings without a mark were absent: two heads fewer, none of them above four. Then one who was absent came after all.
  await studio.mark(half.slice(3), false);
  expect((await readNext()).instructors).toEqual([]);
  await studio.mark(half, true);
  const kims = { classId: notebook.idOf('four came'), heads: 5, paidHeads: 4, paidPence: 3_000, pence: 250 };
  expect((await readNext()).instructors).toMatchObject([{ name: 'Kim', classes: [], adjustments: [kims] }]);

  const late = { basePence: 3_200, validFrom: studio.day(22) };
  expect((await studio.setRate(notebook.lou, late)).status).toBe(200);
  const open = await readNext();
  const lous = { classId: notebook.idOf('of another'), paidPence: 3_000, pence: 200 };
  expect(open.instructors).toMatchObject([{ adjustments: [kims] }, { name: 'Lou', adjustments: [lous] }]);
  expect(sumsOf(open)).toEqual([
    ['Kim', 250],
    ['Lou', 200],
  ]);
  const closed = await readPay(period.from, period.to);
  expect(sumsOf(closed)).toEqual([
    ['Kim', notebook.sumOf('Kim')],
    ['Lou', notebook.sumOf('Lou')],
  ]);

  await moveToDayAfter(next);
  expect((await close({ from: next, to: next, expected: { totalPence: 450 } })).status).toBe(200);
  const second = addDaysToDay(next, 1);
  const readSecond = () => readPay(second, addDaysToDay(second, 19));
  expect((await readSecond()).instructors).toEqual([]);
  await studio.mark(half.slice(0, 1), false);
  const again = await readSecond();
  expect(again.instructors).toMatchObject([
    {
      name: 'Kim',
      adjustments: [{ paidPence: 3_250, paidHeads: 5, heads: 4, pence: -250 }],
      totalPence: -250,
    },
  ]);
  await moveToDayAfter(second);
  expect((await close({ from: second, to: second, expected: { totalPence: -250 } })).status).toBe(200);
  const paid = periodsOf(await readPay(period.from, period.to)).map(({ totalPence }) => totalPence);
  expect(sum(paid)).toBe(notebook.total + 200);
});

describe('a closed month', () => {
  beforeAll(async () => {
    notebook = await PayNotebook.open(studio);
    await notebook.teach('three came', { day: 2, heads: 3 }, { pence: 3_000 });
    await notebook.teach('five came', { by: 'Lou', day: 3, heads: 5 }, { pence: 3_000 });
    await moveToDayAfter(lastDay());
    expect((await close(wholeMonth())).status).toBe(200);
  });

  it('gives the pay of a period as an Excel file whose sums are formulas', async () => {
    const path = `/api/admin/pay/excel?from=${studio.day(1)}&to=${lastDay()}`;
    const response = await fetch(studio.running.process.base + path, { headers: studio.admin.headers });
    expect(response.headers.get('content-disposition')).toContain(
      `pay-${studio.day(1)}-to-${lastDay()}.xlsx`,
    );
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await response.arrayBuffer());
    const [kims, lous, total] = [2, 3, 4].map((row) => book.getWorksheet('Instructors')?.getRow(row));
    const pounds = [kims, lous, total].map((row) => row?.getCell(6).value);
    expect(pounds).toMatchObject([
      { formula: 'D2+E2', result: notebook.sumOf('Kim') / 100 },
      { formula: 'D3+E3', result: notebook.sumOf('Lou') / 100 },
      { formula: 'SUM(F2:F3)', result: notebook.total / 100 },
    ]);
    expect(book.getWorksheet('Classes')?.rowCount).toBe(notebook.lines.length + 2);
  });

  it('shows an instructor with an account their own pay only', async () => {
    const { client, staffId } = await joinStaff(studio.admin, {
      ...{ email: 'kim.own@example.com', name: 'Kim', role: 'instructor' },
    });
    const path = `/api/instructor/pay?from=${studio.day(1)}&to=${lastDay()}`;
    const readOwn = (reader: StudioClient) => reader.expect(ownPayAnswer.strict(), 'GET', path);
    const nothing = { isLinked: false, instructors: [], totalPence: 0, unmarked: 0 };
    expect(await readOwn(client)).toMatchObject(nothing);
    const link = (account: string | null, expected?: object) =>
      studio.admin.call('PUT', `/api/admin/instructors/${notebook.kim}/account`, {
        ...{ staffId: account },
        ...(expected && { expected }),
      });
    expect((await link(staffId, { staffId: null })).status).toBe(200);
    expect(refusal(await link(null, { staffId: null }))).toBe('409 CHANGED_SINCE');
    expect(refusal(await link('5d0f8a1e-3c64-4b7a-9f52-7e1a2b3c4d55'))).toBe('404 STAFF_NOT_FOUND');

    const own = await readOwn(client);
    expect(own).toMatchObject({ isLinked: true, isClosed: true, totalPence: notebook.sumOf('Kim') });
    expect(own.instructors.map(({ name }) => name)).toEqual(['Kim']);
    expect(JSON.stringify(own)).not.toContain('Lou');
    const visitor = new StudioClient(studio.running.process.base);
    expect(await readOwn(await visitor.staff('instructor'))).toMatchObject(nothing);
    expect((await client.call('GET', `/api/admin/pay?from=${studio.day(1)}&to=${lastDay()}`)).status).toBe(
      403,
    );
    expect((await link(null)).status).toBe(200);
    expect(await readOwn(client)).toMatchObject(nothing);
  });

  it('is verified: closed periods paid the sum of their events', async () => {
    const auditor = await new StudioClient(studio.running.process.base).staff('auditor');
    expect((await verifyStore(auditor)).events.exceptions).toEqual([]);
  });
});
