import { expect, it } from 'vitest';
import { countOf, formatPence, formatPounds } from './money.ts';

it('leaves out the pence when there are none', () => {
  expect(formatPounds(14)).toBe('£14');
  expect(formatPounds(16.67)).toBe('£16.67');
  expect(formatPence(11_000)).toBe('£110');
  expect(formatPence(1450)).toBe('£14.50');
  expect(formatPence(123_456)).toBe('£1,234.56');
});

it('counts in words', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'class', 'classes'))).toEqual([
    '0 classes',
    '1 class',
    '2 classes',
  ]);
});
