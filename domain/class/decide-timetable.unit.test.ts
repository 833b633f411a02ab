import { describe, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  classChanged,
  classPlan,
  classScheduled,
  memberId,
  now,
  otherId,
  seatBooked,
} from '../testing/histories.fixture.ts';
import { cancelClass, changeClass, markClassFull, scheduleClass } from './decide-timetable.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';

const cancelled: ClassEvent = { type: 'ClassCancelled', data: { classId: 7, at } };
const whenChanged = (changes: Partial<typeof classPlan>, ...history: ClassEvent[]) =>
  given(classDecider, ...history).when((state) => changeClass(state, { ...classPlan, ...changes, now }));

describe('scheduleClass', () => {
  it('schedules a class at the instant of its London time', () => {
    given(classDecider)
      .when((state) => scheduleClass(state, { ...classPlan, classId: 7, now }))
      .gives(classScheduled());
  });

  it('appends nothing the second time', () => {
    given(classDecider, classScheduled())
      .when((state) => scheduleClass(state, { ...classPlan, classId: 7, now }))
      .gives();
  });
});

describe('changeClass', () => {
  it('lets members cancel freely when the time changes by any amount', () => {
    whenChanged({ time: '09:45' }, classScheduled()).gives(classChanged({ time: '09:45' }, true));
    whenChanged({ date: '2026-05-17' }, classScheduled()).gives(classChanged({ date: '2026-05-17' }, true));
  });

  it('does not let members cancel freely when anything else changes', () => {
    whenChanged({ instructorId: 4, level: 'advanced' }, classScheduled()).gives(
      classChanged({ instructorId: 4, level: 'advanced' }, false),
    );
  });

  it('removes no member when the capacity is lowered', () => {
    whenChanged({ capacity: 1 }, classScheduled(), seatBooked(1), seatBooked(2, otherId)).gives(
      classChanged({ capacity: 1 }, false),
    );
  });

  it('appends nothing when nothing changes', () => {
    whenChanged({}, classScheduled()).gives();
  });

  it('refuses without a scheduled class', () => {
    whenChanged({}).refuses('CLASS_NOT_FOUND');
    whenChanged({ capacity: 3 }, classScheduled(), cancelled).refuses('CLASS_CANCELLED');
  });
});

describe('markClassFull', () => {
  const full: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };
  const when = (isMarkedFull: boolean, ...history: ClassEvent[]) =>
    given(classDecider, ...history).when((state) => markClassFull(state, { isMarkedFull, now }));

  it('marks and unmarks once each', () => {
    when(true, classScheduled()).gives(full);
    when(true, classScheduled(), full).gives();
    when(false, classScheduled(), full).gives({ type: 'ClassReopened', data: { classId: 7, at } });
    when(false, classScheduled()).gives();
    when(true).refuses('CLASS_NOT_FOUND');
  });
});

describe('cancelClass', () => {
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

  it('releases every seat in the same append', () => {
    given(classDecider, classScheduled(), seatBooked(1), seatBooked(2, otherId))
      .when((state) => cancelClass(state, { now }))
      .gives(cancelled, released(1, memberId), released(2, otherId));
  });

  it('appends nothing the second time', () => {
    given(classDecider, classScheduled(), cancelled)
      .when((state) => cancelClass(state, { now }))
      .gives();
  });

  it('refuses once the class has started', () => {
    given(classDecider, classScheduled())
      .when((state) => cancelClass(state, { now: new Date('2026-05-16T08:30:00.000Z') }))
      .refuses('CLASS_PAST');
  });

  it('refuses without a class', () => {
    given(classDecider)
      .when((state) => cancelClass(state, { now }))
      .refuses('CLASS_NOT_FOUND');
  });
});
