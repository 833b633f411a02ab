import { expect, it } from 'vitest';
import { formatExactPence, formatPence, formatPounds, toPence, toPounds } from './money.ts';

it('leaves out the pence when there are none', () => {
  expect(formatPounds(14)).toBe('£14');
  expect(formatPounds(16.67)).toBe('£16.67');
  expect(formatPence(11_000)).toBe('£110');
  expect(formatPence(1450)).toBe('£14.50');
  expect(formatPence(123_456)).toBe('£1,234.56');
});

it('keeps the pence of an exact amount', () => {
  expect(formatExactPence(11_000)).toBe('£110.00');
  expect(formatExactPence(-1450)).toBe('-£14.50');
});

it('converts between pounds and pence', () => {
  expect(toPounds(1450)).toBe(14.5);
  expect(toPence(14.5)).toBe(1450);
  expect(toPence(1.15)).toBe(115);
});
