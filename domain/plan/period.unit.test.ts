import { expect, it } from 'vitest';
import { sumMonthlyPence } from './period.ts';

it('counts a plan of four weeks thirteen twelfths a month, and rounds the sum once', () => {
  const month = { pricePence: 18_000, interval: 'month' } as const;
  const fourWeeks = { pricePence: 10_001, interval: '4_weeks' } as const;
  expect(sumMonthlyPence([])).toBe(0);
  expect(sumMonthlyPence([month, month])).toBe(36_000);
  expect(sumMonthlyPence([fourWeeks])).toBe(10_834);
  expect(sumMonthlyPence([month, fourWeeks, fourWeeks])).toBe(39_669);
});
