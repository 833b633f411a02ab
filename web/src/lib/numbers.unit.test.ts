import { expect, it } from 'vitest';
import { formatCount, formatNumber, formatOrdinal } from './numbers.ts';

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

it('ends an ordinal as English does', () => {
  const endings = new Map([
    ['one', 'st'],
    ['two', 'nd'],
    ['few', 'rd'],
  ]);
  const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' });
  for (let value = 0; value <= 250; value += 1)
    expect(formatOrdinal(value)).toBe(`${value}${endings.get(rules.select(value)) ?? 'th'}`);
});
