import { expect, test } from 'vitest';
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
