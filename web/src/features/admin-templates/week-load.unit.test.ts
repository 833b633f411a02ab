import { expect, it } from 'vitest';
import { weekLoad } from './week-load.ts';

it.each([
  [0, 'none'],
  [1, 'light'],
  [4, 'light'],
  [5, 'good'],
  [9, 'good'],
  [10, 'full'],
  [40, 'full'],
])('calls %i classes a week %s', (count, load) => {
  expect(weekLoad(count)).toBe(load);
});
