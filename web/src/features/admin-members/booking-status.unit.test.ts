import { expect, it } from 'vitest';
import { describeBooking } from './booking-status.ts';

const now = Date.parse('2026-03-09T10:00:00.000Z');
const past = { startsAt: '2026-03-08T09:00:00.000Z' };
const future = { startsAt: '2026-03-10T09:00:00.000Z' };
const describe = (booking: Parameters<typeof describeBooking>[0]) => describeBooking(booking, now).text;

it('describes a booking by its status, and a past one by its attendance', () => {
  expect(describe({ status: 'confirmed', attended: null, class: future })).toBe('Booked');
  expect(describe({ status: 'confirmed', attended: null, class: past })).toBe('Not marked');
  expect(describe({ status: 'confirmed', attended: true, class: past })).toBe('Attended');
  expect(describe({ status: 'confirmed', attended: false, class: past })).toBe('Absent');
  expect(describe({ status: 'late_cancelled', attended: null, class: past })).toBe('Cancelled late');
});
