import { expect, test } from 'vitest';
import type { StudioRecord } from '#projections/definition/projection.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { bookingsProjection } from './project.ts';
import { bookings } from './tables.ts';

const AT = '2026-03-09T10:00:00.000Z';

test('a released booking has the reason and whether the pass was returned', () => {
  const history = new StudioHistory();
  const tables = projectAll(bookingsProjection, [
    ...history.booking('m', 1),
    ...history.booking('m', 2, 'cancelled'),
    ...history.booking('m', 3, 'unfinished'),
  ]);
  expect(tables.rows(bookings)).toMatchObject([
    { id: 1, user_id: 'm', class_id: 1, status: 'confirmed', pass_returned: null, attended: null },
    { id: 2, user_id: 'm', class_id: 2, status: 'cancelled', pass_returned: true },
  ]);
  expect(tables.topics).toContainEqual({ kind: 'member', memberId: 'm', what: 'bookings' });
});

test('an undone cancellation has its own status, and the former one when undoing failed', () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder).booking('m', 4, 'cancelled');
  const booked = history.find((event) => event.type === 'SeatBooked');
  if (booked?.type !== 'SeatBooked') throw new Error('No seat was booked');
  const { bookingId, classId, lotId, source, at } = booked.data;
  const pass = { memberId: 'm', lotId, bookingId, classId, at };
  const statusAfter = (from: 'available' | 'forfeited', back: boolean) => {
    const to = { toBookingId: 99, toClassId: classId, classStartsAt: at, source };
    const moved = recorder.record('wallet-m', { type: 'PassMoved', data: { ...pass, from, ...to } });
    const movedBack = recorder.record('wallet-m', {
      type: 'PassMovedBack',
      data: { ...pass, to: from, fromBookingId: 99 },
    });
    const events = back ? [...history, moved, movedBack] : [...history, moved];
    return projectAll(bookingsProjection, events).only(bookings).status;
  };
  expect(statusAfter('available', false)).toBe('undone');
  expect(statusAfter('available', true)).toBe('cancelled');
  expect(statusAfter('forfeited', true)).toBe('late_cancelled');
});

test('a late cancellation shows that it can be refilled, and that its pass came back', () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder).booking('m', 4);
  const seat = { classId: 4, bookingId: 1, memberId: 'm', lotId: 'lot-m', at: AT };
  const released = recorder.record('class-4', {
    type: 'SeatReleased',
    data: { ...seat, reason: 'late_cancelled', returnsPass: false, refillAt: 3, rulesVersion: 2 },
  });
  const returned = recorder.record('wallet-m', {
    type: 'PassReturned',
    data: { ...seat, from: 'forfeited', refilledBy: 9 },
  });
  const rowAfter = (...events: StudioRecord[]) =>
    projectAll(bookingsProjection, [...history, ...events]).only(bookings);
  expect(rowAfter()).toMatchObject({ status: 'confirmed', refillable: false });
  expect(rowAfter(released)).toMatchObject({ pass_returned: false, refillable: true });
  const tables = projectAll(bookingsProjection, [...history, released, returned]);
  expect(tables.only(bookings)).toMatchObject({ status: 'late_cancelled', pass_returned: true });
  expect(tables.topics.at(-1)).toEqual({ kind: 'member', memberId: 'm', what: 'bookings' });
});

test('attendance can be set, changed and cleared', () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder).booking('m', 5);
  const mark = (attended: boolean | null) =>
    recorder.record('class-5', {
      type: 'AttendanceMarked',
      data: { classId: 5, bookingId: 1, memberId: 'm', attended, markedAt: AT, at: AT },
    });
  const events = [...history, mark(true), mark(false), mark(null)];
  const attendedAfter = (marks: number) =>
    projectAll(bookingsProjection, events.slice(0, history.length + marks)).only(bookings).attended;
  expect([0, 1, 2, 3].map(attendedAfter)).toEqual([null, true, false, null]);
  expect(projectAll(bookingsProjection, events).topics).toContainEqual({ kind: 'classes', classId: 5 });
});
