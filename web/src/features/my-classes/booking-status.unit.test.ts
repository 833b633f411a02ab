import { expect, it } from 'vitest';
import type { MyBooking } from '#services/contract/bookings.ts';
import { canMove, describePass, describeStatus, groupBookings } from './booking-status.ts';

const booking = (id: number, startsAt: string, changes: Partial<MyBooking> = {}): MyBooking => ({
  id,
  classId: id,
  userId: 'u',
  status: 'confirmed',
  attended: null,
  createdAt: '2026-05-01T00:00:00Z',
  cancellable: true,
  freeCancellationUntil: startsAt,
  passName: '5 Class Pass',
  passExpiresAt: '2026-07-01T22:59:59.999Z',
  passReturned: null,
  refillable: false,
  rulesVersion: 1,
  class: {
    id,
    name: 'beginner',
    date: startsAt.slice(0, 10),
    time: '09:30',
    duration: 50,
    instructorId: 3,
    instructorName: 'Maya',
    startsAt,
  },
  ...changes,
});
const now = Date.parse('2026-05-12T12:00:00Z');

it('lists upcoming classes with the next first, and past or cancelled ones with the latest first', () => {
  const { upcoming, past } = groupBookings(
    [
      booking(1, '2026-05-20T08:30:00Z'),
      booking(2, '2026-05-13T08:30:00Z'),
      booking(3, '2026-05-02T08:30:00Z'),
      booking(4, '2026-05-10T08:30:00Z'),
      booking(5, '2026-05-21T08:30:00Z', { status: 'cancelled', passReturned: true }),
    ],
    now,
  );
  expect(upcoming.map(({ id }) => id)).toEqual([2, 1]);
  expect(past.map(({ id }) => id)).toEqual([5, 4, 3]);
});

it("describes a booking's status, and a past one by its attendance", () => {
  const label = (startsAt: string, changes: Partial<MyBooking>) =>
    describeStatus(booking(1, startsAt, changes), now).label;
  expect(label('2026-05-20T08:30:00Z', {})).toBe('Booked');
  expect(label('2026-05-12T12:00:00Z', {})).toBe('Finished');
  expect(label('2026-05-10T08:30:00Z', { attended: true })).toBe('Attended');
  expect(label('2026-05-10T08:30:00Z', { attended: false })).toBe('Missed');
  expect(label('2026-05-20T08:30:00Z', { status: 'late_cancelled' })).toBe('Cancelled late');
  expect(label('2026-05-20T08:30:00Z', { status: 'moved' })).toBe('Moved');
});

it('describes whether the pass comes back, and allows a move only while it would', () => {
  const ahead = '2026-05-13T08:30:00Z';
  const free = booking(1, ahead, { freeCancellationUntil: '2026-05-12T12:00:00Z' });
  const late = booking(1, '2026-05-13T11:30:00Z', { freeCancellationUntil: '2026-05-12T11:30:00Z' });
  expect(describePass(free, now)).toBe('Free to cancel until Tue 12 May, 13:00');
  expect(describePass(late, now)).toBe('Less than 24 hours away: no pass comes back');
  expect(describePass(late, now, { isRefilled: true })).toBe(
    'Less than 24 hours away: no pass comes back unless someone takes your place',
  );
  expect([canMove(free, now), canMove(late, now)]).toEqual([true, false]);
  const day = booking(1, '2026-05-14T12:00:00Z', { freeCancellationUntil: '2026-05-13T12:00:00Z' });
  expect(describePass(day, now, { currentHours: 24 })).toBe('Free to cancel until Wed 13 May, 13:00');
  expect(describePass(day, now, { currentHours: 12 })).toBe(
    'Free to cancel until Wed 13 May, 13:00 (24 hours before, the rule when you booked)',
  );
  const cancelled = { cancellable: false, passReturned: true };
  const lost = { ...cancelled, status: 'late_cancelled', passReturned: false } as const;
  expect(describePass(booking(1, ahead, lost), now)).toBe('The pass did not come back');
  expect(describePass(booking(1, ahead, { ...lost, refillable: true }), now)).toBe(
    'Your pass comes back if someone else takes your place',
  );
  expect(describePass(booking(1, ahead, { ...lost, passReturned: true }), now)).toBe(
    'Pass back: the place was filled',
  );
  expect(canMove(booking(1, ahead, { ...cancelled, status: 'cancelled' }), now)).toBe(false);
  expect(describePass(booking(1, ahead, { ...cancelled, status: 'moved' }), now)).toBe(
    'Your pass went with it to the other class',
  );
});
