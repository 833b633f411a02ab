import { expect, it } from 'vitest';
import { getNextCycleStart } from './billing-cycle.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

/** Returns the starts of the `count` cycles after the first. */
function listCycleStarts(anchor: string, count: number): string[] {
  const starts: string[] = [];
  let at = seconds(anchor);
  for (let index = 0; index < count; index += 1) {
    at = getNextCycleStart(seconds(anchor), at);
    starts.push(new Date(at * 1000).toISOString().slice(0, 16));
  }
  return starts;
}

it('starts a cycle on the same day and UTC time of each month', () => {
  // London's clock changes on 29 March 2026 do not matter, because Stripe counts in UTC.
  expect(listCycleStarts('2026-02-10T09:30:15Z', 3)).toEqual([
    '2026-03-10T09:30',
    '2026-04-10T09:30',
    '2026-05-10T09:30',
  ]);
});

it('starts a cycle on the last day of a shorter month, and returns to the 31st after it', () => {
  expect(listCycleStarts('2027-10-31T23:59:00Z', 6)).toEqual([
    '2027-11-30T23:59',
    '2027-12-31T23:59',
    '2028-01-31T23:59',
    '2028-02-29T23:59',
    '2028-03-31T23:59',
    '2028-04-30T23:59',
  ]);
  expect(listCycleStarts('2026-12-29T00:00:00Z', 3)).toEqual([
    '2027-01-29T00:00',
    '2027-02-28T00:00',
    '2027-03-29T00:00',
  ]);
});

it('returns the next start for an instant within a cycle', () => {
  const anchor = seconds('2026-01-31T12:00:00Z');
  expect(getNextCycleStart(anchor, seconds('2026-02-28T11:59:59Z'))).toBe(seconds('2026-02-28T12:00:00Z'));
  expect(getNextCycleStart(anchor, seconds('2026-03-01T00:00:00Z'))).toBe(seconds('2026-03-31T12:00:00Z'));
});
