import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '#projections/definition/projection.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { bookingProgressProjection } from './project.ts';
import { bookingProgress } from './tables.ts';

/** The progress after the first `steps` events of a cancelled booking. */
function progressAfter(steps: number) {
  const history = new StudioHistory().booking('m', 4, 'cancelled').slice(0, steps);
  const { pass, seat } = projectAll(bookingProgressProjection, history).only(bookingProgress);
  return `${pass} ${seat}`;
}

test('shows each step of a booking', () => {
  expect([1, 2, 3, 4, 5].map(progressAfter)).toEqual([
    'held none',
    'held booked',
    'used booked',
    'used released',
    'returned released',
  ]);
});

test('shows a lost pass as unfinished while its place is taken and it is not back', () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder).booking('m', 4);
  const seat = { classId: 4, bookingId: 1, memberId: 'm', lotId: 'lot-m', at: '2026-03-09T10:00:00.000Z' };
  const later: StudioEvent[] = [
    { type: 'SeatReleased', data: { ...seat, reason: 'late_cancelled', returnsPass: false, refillAt: 3 } },
    { type: 'PassForfeited', data: { ...seat, from: 'used' } },
    { type: 'LateCancellationRefilled', data: { ...seat, byBookingId: 9 } },
    { type: 'PassReturned', data: { ...seat, from: 'forfeited', refilledBy: 9 } },
  ];
  const records = later.map((event) => recorder.record('any', event));
  const progress = records.map((_, index) => {
    const events = [...history, ...records.slice(0, index + 1)];
    const { pass, seat } = projectAll(bookingProgressProjection, events).only(bookingProgress);
    return `${pass} ${seat}`;
  });
  expect(progress).toEqual([
    'used released',
    'forfeited released',
    'forfeited refilled',
    'returned refilled',
  ]);
});

test('moves a pass to another booking and back', () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder).booking('m', 4, 'confirmed');
  const held = history.find((event) => event.type === 'PassHeld');
  if (held?.type !== 'PassHeld') throw new Error('No pass was held');
  const { memberId, lotId, bookingId, classId, classStartsAt, source, at } = held.data;
  const pass = { memberId, lotId, bookingId, classId, at };
  const moved = recorder.record('wallet-m', {
    type: 'PassMoved',
    data: { ...pass, from: 'used', toBookingId: 99, toClassId: 5, classStartsAt, source },
  });
  const back = recorder.record('wallet-m', {
    type: 'PassMovedBack',
    data: { ...pass, to: 'used', fromBookingId: 99 },
  });
  const progress = (...events: StudioRecord[]) =>
    projectAll(bookingProgressProjection, [...history, ...events]).rows(bookingProgress);
  expect(progress(moved)).toMatchObject([
    { booking_id: bookingId, pass: 'moved', seat: 'booked' },
    { booking_id: 99, class_id: 5, pass: 'held', seat: 'none', moved_from: bookingId },
  ]);
  expect(progress(moved, back)).toMatchObject([
    { booking_id: bookingId, pass: 'used', seat: 'booked' },
    { booking_id: 99, pass: 'returned', seat: 'none' },
  ]);
});
