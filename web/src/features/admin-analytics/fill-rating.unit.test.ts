import { expect, it } from 'vitest';
import { classTone, classWord, rateTone, rateWord } from './fill-rating.ts';

it.each([
  [100, 'kelp', 'good'],
  [80, 'kelp', 'good'],
  [79.9, 'amber', 'fair'],
  [60, 'amber', 'fair'],
  [59.9, 'rust', 'low'],
  [0, 'rust', 'low'],
])('a rate of %d%% is %s, %s', (percentage, tone, word) => {
  expect([rateTone(percentage), rateWord(percentage)]).toEqual([tone, word]);
});

it.each([
  [114.3, 'rust', 'full'],
  [100, 'rust', 'full'],
  [99.9, 'amber', 'nearly full'],
  [80, 'amber', 'nearly full'],
  [79.9, 'kelp', 'places left'],
])('a class at %d%% is %s, %s', (percentage, tone, word) => {
  expect([classTone(percentage), classWord(percentage)]).toEqual([tone, word]);
});
