import { foldLetters } from '#services/contract/search.ts';

export type SortValue = string | number | null;

/** Prefixes a number with its length, so that '9' sorts before '10'. */
const toSortableNumber = (digits: string): string => {
  const number = digits.replace(/^0+(?=.)/, '');
  return String.fromCharCode(48 + Math.min(number.length, 40)) + number;
};

/**
 * A key to compare with `<`: texts ignore case and accents, and numbers within them count by value. Computed once a row,
 * it sorts thousands of rows in milliseconds; `Intl.Collator` takes most of a second.
 */
export const toSortKey = (value: SortValue): SortValue => {
  if (typeof value !== 'string') return value;
  return foldLetters(value).replace(/\d+/g, toSortableNumber);
};

/** Null comes first, then numbers, then texts. */
export const compareSortKeys = (a: SortValue, b: SortValue): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : 1;
};
