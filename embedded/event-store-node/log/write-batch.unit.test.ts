import { expect, it } from 'vitest';
import { nextCreatedMicros } from './write-batch.ts';

const second = 1_000_000;
const now = 1_700_000_000 * second;

it.each([
  ['later than the last event', now - 1, now],
  ['at the same time', now, now + 1],
  ['a second before it', now + second, now + second + 1],
  ['a day before it', now + 86_400 * second, now],
])(
  'an event that is written %s is created then, and after the last one unless that is far ahead',
  (_, last, created) => {
    expect(nextCreatedMicros(last, now)).toBe(created);
  },
);
