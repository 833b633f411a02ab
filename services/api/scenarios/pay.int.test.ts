import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMonday } from '#domain/london-time.ts';
import { monthlyReportAnswer, weeklyAnalyticsAnswer } from '#services/contract/analytics.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { ratesAnswer } from '#services/contract/pay.ts';
import type { Answer } from '#tools/testing/studio-client.ts';
import { toMonthQuery } from '../testing/month-simulation.fixture.ts';
import { PayStudio } from '../testing/pay-studio.fixture.ts';

let studio: PayStudio;
let kim = 0;
let lou = 0;
/** What each class pays, by hand, and the instructor whom it pays. */
const notebook = new Map<string, { classId: number; to: 'Kim' | 'Lou'; pence: number; day: number }>();
const sum = (amounts: readonly number[]) => amounts.reduce((total, pence) => total + pence, 0);
const sumOf = (name: string) =>
  sum([...notebook.values()].filter(({ to }) => to === name).map(({ pence }) => pence));

async function teach(
  name: string,
  taught: { instructorId: number; day: number; level?: string; heads: number },
  noted: { to: 'Kim' | 'Lou'; pence: number },
) {
  const made = await studio.addClass(taught);
  notebook.set(name, { classId: made.classId, day: taught.day, ...noted });
  return made;
}

beforeAll(async () => {
  studio = await PayStudio.start();
  [kim, lou] = [await studio.addInstructor('Kim'), await studio.addInstructor('Lou')];
  const day = (of: number) => studio.day(of);
  const rates = [
    { basePence: 3_000, perHeadPence: 250, above: 4, validFrom: day(1) },
    { basePence: 4_500, classType: 'advanced', validFrom: day(10) },
    { basePence: 3_500, perHeadPence: 300, above: 3, validFrom: day(15) },
  ];
  for (const rate of rates) expect((await studio.setRate(kim, rate)).status).toBe(200);

  const [toKim, toLou] = [{ to: 'Kim' }, { to: 'Lou' }] as const;
  const full = await teach('six came', { instructorId: kim, day: 3, heads: 6 }, { ...toKim, pence: 3_500 });
  // One of five was absent, and two have no mark: four heads.
  const some = await teach('four came', { instructorId: kim, day: 5, heads: 5 }, { ...toKim, pence: 3_000 });
  const advanced = { instructorId: kim, level: 'advanced', heads: 6 };
  await teach('before the rate of its type', { ...advanced, day: 9 }, { ...toKim, pence: 3_500 });
  await teach(
    'on the first day of the rate of its type',
    { ...advanced, day: 10 },
    { ...toKim, pence: 4_500 },
  );
  await teach(
    'on the last day of a rate',
    { instructorId: kim, day: 14, heads: 6 },
    { ...toKim, pence: 3_500 },
  );
  await teach(
    'on the first day of a rate',
    { instructorId: kim, day: 15, heads: 6 },
    { ...toKim, pence: 4_400 },
  );
  await teach('without a rate', { instructorId: lou, day: 6, heads: 7 }, { ...toLou, pence: 3_000 });
  const cancelled = await studio.addClass({ instructorId: kim, day: 20, heads: 2 });
  const after = await teach(
    'given away later',
    { instructorId: kim, day: 21, heads: 1 },
    { ...toKim, pence: 3_500 },
  );
  const before = await teach(
    'taken over',
    { instructorId: kim, day: 22, heads: 7 },
    { ...toLou, pence: 3_000 },
  );

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
afterAll(() => studio?.running.remove());

const refusal = ({ status, body }: Answer) => `${status} ${errorAnswer.parse(body).code}`;

describe('rates', () => {
  it('are listed by instructor, type and day, beside the fee of the rulebook', async () => {
    const { rates, feePence } = await studio.admin.expect(ratesAnswer, 'GET', '/api/admin/rates');
    expect(feePence).toBe(3_000);
    expect(
      rates.map(({ instructorId, classType, validFrom, basePence }) => [
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
    const rate = { basePence: 3_000, validFrom: studio.day(1) };
    expect(refusal(await studio.setRate(kim, rate))).toBe('422 RATE_EXISTS');
    expect(refusal(await studio.setRate(lou, { ...rate, basePence: -1 }))).toBe('422 NEGATIVE_RATE');
    expect(refusal(await studio.setRate(lou, { ...rate, perHeadPence: -1 }))).toBe('422 NEGATIVE_RATE');
    expect(refusal(await studio.setRate(lou, { ...rate, basePence: 30.5 }))).toBe('400 INVALID_INPUT');
    expect(refusal(await studio.setRate(999_999, rate))).toBe('404 INSTRUCTOR_NOT_FOUND');
  });
});

describe('the figures', () => {
  it('of each week cost what the notebook says of its classes', async () => {
    const mondays = new Set([...notebook.values()].map(({ day }) => getMonday(studio.day(day))));
    const shown = new Map<number, number>();
    for (const monday of mondays) {
      const path = `/api/admin/weekly-analytics?weekStartDate=${monday}`;
      const { weeklyData } = await studio.admin.expect(weeklyAnalyticsAnswer, 'GET', path);
      const classes = weeklyData.dailyBreakdown.flatMap((each) => each.classes);
      for (const { id, instructorFee } of classes) shown.set(id, instructorFee);
      expect(weeklyData.totalInstructorFees).toBe(sum(classes.map(({ instructorFee }) => instructorFee)));
    }
    const noted = [...notebook.values()].map(({ classId, pence }) => [classId, pence] as const);
    expect([...shown].toSorted()).toEqual(noted.toSorted());
  });

  it('of the month cost each instructor’s sum', async () => {
    const path = `/api/admin/monthly-report?${toMonthQuery(studio.month)}`;
    const { instructorCosts } = (await studio.admin.expect(monthlyReportAnswer, 'GET', path)).monthlyData;
    expect(instructorCosts.summary.map(({ name, costs }) => [name, costs]).toSorted()).toEqual([
      ['Kim', sumOf('Kim')],
      ['Lou', sumOf('Lou')],
    ]);
    expect(instructorCosts.totalCosts).toBe(sumOf('Kim') + sumOf('Lou'));
  });
});
