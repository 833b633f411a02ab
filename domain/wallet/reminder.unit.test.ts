import { expect, it } from 'vitest';
import { computeExpiry, toLondonInstant } from '../london-time.ts';
import { computeReminderTime } from './reminder.ts';

it.each([
  // Purchase, validity, reminder.
  ['2026-05-12', { unit: 'weeks', count: 2 }, '2026-05-19'],
  ['2026-05-12', { unit: 'months', count: 2 }, '2026-07-05'],
  ['2026-05-12', { unit: 'weeks', count: 1 }, '2026-05-17'],
  // The clocks change in between; the time of day stays the same.
  ['2026-10-14', { unit: 'weeks', count: 2 }, '2026-10-21'],
  ['2026-10-20', { unit: 'weeks', count: 2 }, '2026-10-27'],
  ['2026-03-20', { unit: 'weeks', count: 2 }, '2026-03-27'],
  ['2026-03-24', { unit: 'weeks', count: 2 }, '2026-03-31'],
] as const)('purchased on %s for %o has its reminder on %s', (day, validity, remindedOn) => {
  const boughtAt = toLondonInstant(day, '18:42');
  expect(computeReminderTime(boughtAt, computeExpiry(boughtAt, validity))).toEqual(
    toLondonInstant(remindedOn, '18:42'),
  );
});

it('a lot of two days has no reminder', () => {
  const boughtAt = toLondonInstant('2026-05-12', '18:42');
  expect(computeReminderTime(boughtAt, toLondonInstant('2026-05-14', '23:59'))).toBeNull();
  expect(computeReminderTime(boughtAt, toLondonInstant('2026-05-15', '23:59'))).toEqual(
    toLondonInstant('2026-05-13', '18:42'),
  );
});
