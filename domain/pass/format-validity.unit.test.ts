import { expect, it } from 'vitest';
import { formatValidity } from './format-validity.ts';

it('formats how long a pass lasts', () => {
  expect(formatValidity({ count: 1, unit: 'weeks' })).toBe('1 week');
  expect(formatValidity({ count: 6, unit: 'weeks' })).toBe('6 weeks');
  expect(formatValidity({ count: 1, unit: 'months' })).toBe('1 month');
  expect(formatValidity({ count: 2, unit: 'months' })).toBe('2 months');
});
