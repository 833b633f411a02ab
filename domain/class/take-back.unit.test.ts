import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  classScheduled,
  classStartsAt,
  memberId,
  now,
  seatBooked,
} from '../testing/histories.fixture.ts';
import { cancelClass } from './decide-timetable.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent, ReleaseReason } from './events.ts';
import { getTakeBackStatus, takeBackClass } from './take-back.ts';

const takenBack: ClassEvent = {
  type: 'ClassCancelled',
  data: { classId: 7, because: 'application_undone', at },
};
const cancelled: ClassEvent = { type: 'ClassCancelled', data: { classId: 7, at } };
const entry = { classId: 7, entryId: 3, memberId, at };
const reservation = { classId: 7, bookingId: 1, memberId, at };
const released = (reason: ReleaseReason, returnsPass: boolean): ClassEvent => ({
  type: 'SeatReleased',
  data: { classId: 7, bookingId: 1, memberId, lotId: 'lot-a', reason, returnsPass, at },
});
const when = (...history: ClassEvent[]) =>
  given(classDecider, ...history).when((state) => takeBackClass(state, { now }));
const getStatus = (instant: Date, ...history: ClassEvent[]) =>
  getTakeBackStatus(given(classDecider, ...history).state, instant);

it('takes back a class that no member has, once', () => {
  const state = when(classScheduled()).gives(takenBack);
  expect(getTakeBackStatus(state, now)).toBe('taken_back');
  when(classScheduled(), takenBack).gives();
  when(classScheduled(), seatBooked(1), released('cancelled', true)).gives(takenBack);
});

it.each<[string, ClassEvent[]]>([
  ['booked', [seatBooked(1)]],
  ['booked', [seatBooked(1), released('late_cancelled', false)]],
  [
    'booked',
    [{ type: 'SeatReserved', data: { ...reservation, until: '2026-05-12T09:10:00.000Z', rulesVersion: 0 } }],
  ],
  ['waiting', [{ type: 'WaitlistJoined', data: entry }]],
  ['cancelled', [cancelled]],
])('keeps a class that is %s', (status, history) => {
  when(classScheduled(), ...history).gives();
  expect(getStatus(now, classScheduled(), ...history)).toBe(status);
});

it('keeps a class from its first minute', () => {
  const start = new Date(classStartsAt);
  expect(getStatus(start, classScheduled())).toBe('begun');
  expect(getStatus(new Date(start.getTime() - 1), classScheduled())).toBe('free');
  given(classDecider, classScheduled())
    .when((state) => takeBackClass(state, { now: start }))
    .gives();
});

it('a class that was taken back can’t be cancelled as well, nor the other way round', () => {
  given(classDecider, classScheduled(), takenBack)
    .when((state) => cancelClass(state, { now }))
    .gives();
  expect(getStatus(now, classScheduled(), cancelled)).toBe('cancelled');
});
