import { expect, it } from 'vitest';
import { formatPounds } from './money.ts';

it.each([
  [0, '£0.00'],
  [-0, '£0.00'],
  [5, '£0.05'],
  [2_400, '£24.00'],
  [-250, '-£2.50'],
  [787_800, '£7,878.00'],
  [123_456_789, '£1,234,567.89'],
])('formats %i pence as %s', (pence, text) => {
  expect(formatPounds(pence)).toBe(text);
});
