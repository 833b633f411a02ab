import { expect, it } from 'vitest';
import { compareSortKeys, type SortValue, toSortKey } from './sort-key.ts';

const sort = (values: readonly SortValue[]) =>
  values.toSorted((a, b) => compareSortKeys(toSortKey(a), toSortKey(b)));

it('sorts names whatever their case and accents', () => {
  expect(sort(['Zoë', 'émile', 'Eve', 'Łukasz', 'Adam', 'Mia', 'eva'])).toEqual([
    'Adam',
    'émile',
    'eva',
    'Eve',
    'Łukasz',
    'Mia',
    'Zoë',
  ]);
});

it('sorts numbers within texts by value, before letters', () => {
  expect(sort(['Class 10', 'Class 9', 'Class a', 'Class 010', 'Class'])).toEqual([
    'Class',
    'Class 9',
    'Class 10',
    'Class 010',
    'Class a',
  ]);
});

it('sorts dates by time, numbers by value, and null first', () => {
  expect(sort(['2026-10-02', '2026-09-30', null, '2025-12-31'])).toEqual([
    null,
    '2025-12-31',
    '2026-09-30',
    '2026-10-02',
  ]);
  expect(sort([10, -2, null, 9])).toEqual([null, -2, 9, 10]);
});
