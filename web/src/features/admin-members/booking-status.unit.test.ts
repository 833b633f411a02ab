import { expect, it } from 'vitest';
import { bookingState } from './booking-status.ts';

const now = Date.parse('2026-03-09T10:00:00.000Z');
const gone = { startsAt: '2026-03-08T09:00:00.000Z' };
const toCome = { startsAt: '2026-03-10T09:00:00.000Z' };
const textOf = (booking: Parameters<typeof bookingState>[0]) => bookingState(booking, now).text;

it('says how a booking stands, and of a class gone by whether anyone marked it', () => {
  expect(textOf({ status: 'confirmed', attended: null, class: toCome })).toBe('Booked');
  expect(textOf({ status: 'confirmed', attended: null, class: gone })).toBe('Not marked');
  expect(textOf({ status: 'confirmed', attended: true, class: gone })).toBe('Attended');
  expect(textOf({ status: 'confirmed', attended: false, class: gone })).toBe('Absent');
  expect(textOf({ status: 'late_cancelled', attended: null, class: gone })).toBe('Cancelled late');
});
