import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computePay, findRate, type Rate } from './rates.ts';

const rate = (basePence: number, validFrom: string, classType: string | null = null): Rate => ({
  ...{ basePence, validFrom, classType },
  ...{ perHeadPence: 0, above: 0 },
});

it('pays the base and an amount for each head above a number', () => {
  const pay = { basePence: 3_000, perHeadPence: 250, above: 4 };
  expect([0, 4, 5, 7].map((heads) => computePay(pay, heads))).toEqual([3_000, 3_000, 3_250, 3_750]);
});

it('never pays less for one head more, nor less than the base', () => {
  const amount = fc.nat(100_000);
  fc.assert(
    fc.property(amount, amount, fc.nat(20), fc.nat(20), (basePence, perHeadPence, above, heads) => {
      const pay = { basePence, perHeadPence, above };
      const more = computePay(pay, heads + 1) - computePay(pay, heads);
      expect(more).toBe(heads >= above ? perHeadPence : 0);
      expect(computePay(pay, heads)).toBeGreaterThanOrEqual(basePence);
    }),
  );
});

it('finds the latest rate that is valid on the day, in whatever order rates were set', () => {
  const rates = [rate(3_500, '2026-06-01'), rate(3_000, '2026-05-01'), rate(4_000, '2026-07-15')];
  const find = (date: string) => findRate(rates, { level: 'beginner', date })?.basePence;
  expect(
    ['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01', '2026-07-14', '2026-07-15'].map(find),
  ).toEqual([undefined, 3_000, 3_000, 3_500, 3_500, 4_000]);
});

it('prefers a rate of the class type, from the day on which it is valid', () => {
  const rates = [rate(3_000, '2026-05-01'), rate(4_500, '2026-05-10', 'advanced'), rate(3_200, '2026-06-01')];
  const find = (level: string, date: string) => findRate(rates, { level, date })?.basePence;
  expect(find('advanced', '2026-05-09')).toBe(3_000);
  expect(find('advanced', '2026-06-02')).toBe(4_500);
  expect(find('beginner', '2026-06-02')).toBe(3_200);
});
