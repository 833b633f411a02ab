import { expect, it } from 'vitest';
import { rateClass, ratePeriod } from './fill-rating.ts';

it.each([
  [100, 'kelp', 'good'],
  [80, 'kelp', 'good'],
  [79.9, 'amber', 'fair'],
  [60, 'amber', 'fair'],
  [59.9, 'rust', 'low'],
  [0, 'rust', 'low'],
])('rates a period at %d%% as %s, %s', (percentage, tone, label) => {
  expect(ratePeriod(percentage)).toEqual({ tone, label });
});

it.each([
  [114.3, 'rust', 'full'],
  [100, 'rust', 'full'],
  [99.9, 'amber', 'nearly full'],
  [80, 'amber', 'nearly full'],
  [79.9, 'kelp', 'places left'],
])('rates a class at %d%% as %s, %s', (percentage, tone, label) => {
  expect(rateClass(percentage)).toEqual({ tone, label });
});
