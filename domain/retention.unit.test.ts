import { expect, it } from 'vitest';
import {
  getLastRetentionDay,
  getRetentionEnd,
  getRetentionQueryLimit,
  isRetentionOver,
} from './retention.ts';

const instant = (text: string) => new Date(text);

it.each([
  // In summer the London day begins at 23:00 UTC.
  ['2026-05-12T09:00:00Z', 84, '2033-05-12', '2033-05-12T23:00:00.000Z'],
  ['2026-05-12T23:30:00Z', 84, '2033-05-13', '2033-05-13T23:00:00.000Z'],
  ['2026-01-12T23:30:00Z', 84, '2033-01-12', '2033-01-13T00:00:00.000Z'],
  // A leap day, in a year that has none.
  ['2028-02-29T12:00:00Z', 84, '2035-02-28', '2035-03-01T00:00:00.000Z'],
  ['2026-10-31T12:00:00Z', 24, '2028-10-31', '2028-11-01T00:00:00.000Z'],
])(
  'a record of %s with %i months of retention stays to the end of %s in London',
  (last, months, day, over) => {
    const at = instant(last);
    expect(getLastRetentionDay(at, months)).toBe(day);
    expect(getRetentionEnd(at, months).toISOString()).toBe(over);
    expect(isRetentionOver(at, months, new Date(Date.parse(over) - 1))).toBe(false);
    expect(isRetentionOver(at, months, instant(over))).toBe(true);
    expect(getRetentionQueryLimit(months, instant(over)).getTime()).toBeGreaterThanOrEqual(at.getTime());
  },
);

it('limits queries to records that may be over within weeks', () => {
  const now = instant('2033-05-13T12:00:00Z');
  expect(getRetentionQueryLimit(84, now).getTime()).toBeLessThan(Date.parse('2026-05-21T12:00:00Z'));
});
