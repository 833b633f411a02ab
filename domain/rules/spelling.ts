/** Numbers of the rulebook in words. */
const numerals = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

const spellCount = (count: number, one: string): string =>
  `${numerals[count] ?? count} ${count === 1 ? one : `${one}s`}`;

/** 'once', 'twice', 'three times' */
export const spellTimes = (times: number): string =>
  times === 1 ? 'once' : times === 2 ? 'twice' : spellCount(times, 'time');

/** 'seven days', 'one day', '21 days' */
export const spellDays = (days: number): string => spellCount(days, 'day');

/** 'three months', 'one month' */
export const spellMonths = (months: number): string => spellCount(months, 'month');
