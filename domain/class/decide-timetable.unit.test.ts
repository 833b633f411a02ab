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

describe('scheduleClass', () => {
  it('schedules a class at the instant of its London time', () => {
    given(classDecider)
      .when((state) => scheduleClass(state, { ...classPlan, classId: 7, now }))
      .gives(scheduled());
  });

  it('appends nothing the second time', () => {
    given(classDecider, scheduled())
      .when((state) => scheduleClass(state, { ...classPlan, classId: 7, now }))
      .gives();
  });
});

describe('changeClass', () => {
  it('lets members cancel freely when the time changes by any amount', () => {
    whenChanged({ time: '09:45' }, scheduled()).gives(changed({ time: '09:45' }, true));
    whenChanged({ date: '2026-05-17' }, scheduled()).gives(changed({ date: '2026-05-17' }, true));
  });

  it('does not let members cancel freely when anything else changes', () => {
    whenChanged({ instructorId: 4, level: 'advanced' }, scheduled()).gives(
      changed({ instructorId: 4, level: 'advanced' }, false),
    );
  });

  it('removes nobody when the capacity is lowered', () => {
    whenChanged({ capacity: 1 }, scheduled(), seatBooked(1), seatBooked(2, otherId)).gives(
      changed({ capacity: 1 }, false),
    );
  });

  it('appends nothing when nothing changes', () => {
    whenChanged({}, scheduled()).gives();
  });

  it('refuses without a scheduled class', () => {
    whenChanged({}).refuses('CLASS_NOT_FOUND');
    whenChanged({ capacity: 3 }, scheduled(), cancelled).refuses('CLASS_CANCELLED');
  });
});

describe('markClassFull', () => {
  const full: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };
  const when = (isMarkedFull: boolean, ...history: ClassEvent[]) =>
    given(classDecider, ...history).when((state) => markClassFull(state, { isMarkedFull, now }));

  it('marks and unmarks once each', () => {
    when(true, scheduled()).gives(full);
    when(true, scheduled(), full).gives();
    when(false, scheduled(), full).gives({ type: 'ClassReopened', data: { classId: 7, at } });
    when(false, scheduled()).gives();
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
    given(classDecider, scheduled(), seatBooked(1), seatBooked(2, otherId))
      .when((state) => cancelClass(state, { now }))
      .gives(cancelled, released(1, memberId), released(2, otherId));
  });

  it('appends nothing the second time', () => {
    given(classDecider, scheduled(), cancelled)
      .when((state) => cancelClass(state, { now }))
      .gives();
  });

  it('refuses once the class has started', () => {
    given(classDecider, scheduled())
      .when((state) => cancelClass(state, { now: new Date('2026-05-16T08:30:00.000Z') }))
      .refuses('CLASS_PAST');
  });

  it('refuses without a class', () => {
    given(classDecider)
      .when((state) => cancelClass(state, { now }))
      .refuses('CLASS_NOT_FOUND');
  });
});
