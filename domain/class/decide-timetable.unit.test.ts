import { describe, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  changed,
  classPlan,
  memberId,
  now,
  otherId,
  scheduled,
  seatBooked,
} from '../testing/histories.fixture.ts';
import { cancelClass, changeClass, markClassFull, scheduleClass } from './decide-timetable.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';

const cancelled: ClassEvent = { type: 'ClassCancelled', data: { classId: 7, at } };
const whenChanged = (changes: Partial<typeof classPlan>, ...history: ClassEvent[]) =>
  given(classDecider, ...history).when((state) => changeClass(state, { ...classPlan, ...changes, now }));

describe('scheduling', () => {
  it('puts a class on the timetable, at its instant', () => {
    given(classDecider)
      .when((state) => scheduleClass(state, { ...classPlan, classId: 7, now }))
      .gives(scheduled());
  });

  it('adds nothing the second time', () => {
    given(classDecider, scheduled())
      .when((state) => scheduleClass(state, { ...classPlan, classId: 7, now }))
      .gives();
  });
});

describe('changing', () => {
  it('frees cancellation when the time changes, by any amount', () => {
    whenChanged({ time: '09:45' }, scheduled()).gives(changed({ time: '09:45' }, true));
    whenChanged({ date: '2026-05-17' }, scheduled()).gives(changed({ date: '2026-05-17' }, true));
  });

  it('does not when anything else does', () => {
    whenChanged({ instructorId: 4, level: 'advanced' }, scheduled()).gives(
      changed({ instructorId: 4, level: 'advanced' }, false),
    );
  });

  it('evicts nobody when it lowers capacity', () => {
    whenChanged({ capacity: 1 }, scheduled(), seatBooked(1), seatBooked(2, otherId)).gives(
      changed({ capacity: 1 }, false),
    );
  });

  it('adds nothing when nothing changes', () => {
    whenChanged({}, scheduled()).gives();
  });

  it('needs a class that stands', () => {
    whenChanged({}).refuses('CLASS_NOT_FOUND');
    whenChanged({ capacity: 3 }, scheduled(), cancelled).refuses('CLASS_CANCELLED');
  });
});

describe('marking full', () => {
  const full: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };
  const when = (isMarkedFull: boolean, ...history: ClassEvent[]) =>
    given(classDecider, ...history).when((state) => markClassFull(state, { isMarkedFull, now }));

  it('goes both ways, each once', () => {
    when(true, scheduled()).gives(full);
    when(true, scheduled(), full).gives();
    when(false, scheduled(), full).gives({ type: 'ClassReopened', data: { classId: 7, at } });
    when(false, scheduled()).gives();
    when(true).refuses('CLASS_NOT_FOUND');
  });
});

describe('cancelling a class', () => {
  const released = (bookingId: number, member: string): ClassEvent => ({
    type: 'SeatReleased',
    data: {
      classId: 7,
      bookingId,
      memberId: member,
      lotId: 'lot-a',
      reason: 'class_cancelled',
      returnsPass: true,
      at,
    },
  });

  it('frees every seat in the same append', () => {
    given(classDecider, scheduled(), seatBooked(1), seatBooked(2, otherId))
      .when((state) => cancelClass(state, { now }))
      .gives(cancelled, released(1, memberId), released(2, otherId));
  });

  it('adds nothing the second time', () => {
    given(classDecider, scheduled(), cancelled)
      .when((state) => cancelClass(state, { now }))
      .gives();
  });

  it('is refused once the class has begun', () => {
    given(classDecider, scheduled())
      .when((state) => cancelClass(state, { now: new Date('2026-05-16T08:30:00.000Z') }))
      .refuses('CLASS_PAST');
  });

  it('needs a class', () => {
    given(classDecider)
      .when((state) => cancelClass(state, { now }))
      .refuses('CLASS_NOT_FOUND');
  });
});
