import { expect, it } from 'vitest';
import { formatCount, formatNumber } from './numbers.ts';

it('puts a count before the singular or the plural', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'class', 'classes'))).toEqual([
    '0 classes',
    '1 class',
    '2 classes',
  ]);
});

it('groups thousands with a comma', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
});
