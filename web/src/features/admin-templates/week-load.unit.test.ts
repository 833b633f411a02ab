import { expect, it } from 'vitest';
import { rateWeek } from './week-load.ts';

it.each([
  [0, 'none'],
  [1, 'light'],
  [4, 'light'],
  [5, 'good'],
  [9, 'good'],
  [10, 'full'],
  [40, 'full'],
])('rates %i classes a week as %s', (count, load) => {
  expect(rateWeek(count)).toBe(load);
});
