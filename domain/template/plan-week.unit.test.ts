import { describe, expect, it } from 'vitest';
import { closureDecider } from '../closure/decider.ts';
import { toLondonInstant } from '../london-time.ts';
import { now } from '../testing/histories.fixture.ts';
import type { TemplateClassDetails } from './events.ts';
import {
  assertPlannable,
  getDateInWeek,
  planWeek,
  type ScheduledClass,
  type WeekFacts,
} from './plan-week.ts';

const weekStart = '2026-05-18';
const monday: TemplateClassDetails = {
  level: 'beginner',
  dayOfWeek: 1,
  time: '09:00',
  instructorId: 3,
  capacity: 7,
};
const scheduled: ScheduledClass = {
  classId: 50,
  level: 'beginner',
  date: '2026-05-18',
  time: '09:00',
  durationMinutes: 50,
  instructorId: 3,
};

function outcomes(classes: readonly Partial<TemplateClassDetails>[], facts: Partial<WeekFacts> = {}) {
  const planned = planWeek({
    classes: new Map(classes.map((details, index) => [index + 1, { ...monday, ...details }])),
    weekStart,
    made: new Map(),
    scheduled: [],
    instructors: new Set([3, 4]),
    closures: closureDecider.initial,
    now,
    ...facts,
  });
  return planned.map(({ templateClassId, outcome }) => `${templateClassId} ${outcome.kind}`);
}

describe('planWeek', () => {
  it('orders the classes from Monday to Sunday, by time', () => {
    expect(
      outcomes([{ dayOfWeek: 0 }, { dayOfWeek: 1, time: '18:00' }, { dayOfWeek: 1 }, { dayOfWeek: 6 }]),
    ).toEqual(['3 create', '2 create', '4 create', '1 create']);
    expect([0, 1, 6].map((day) => getDateInWeek(weekStart, day))).toEqual([
      '2026-05-24',
      '2026-05-18',
      '2026-05-23',
    ]);
  });

  it('creates no class again that it made before, whether rescheduled or cancelled since', () => {
    const made = { classId: 70, date: '2026-05-19', time: '10:00', isCancelled: false };
    expect(outcomes([{}], { made: new Map([[1, made]]) })).toEqual(['1 made']);
    expect(outcomes([{}], { made: new Map([[1, { ...made, isCancelled: true }]]) })).toEqual(['1 cancelled']);
  });

  it('counts a class of the same level, time and instructor as existing', () => {
    expect(outcomes([{}], { scheduled: [scheduled] })).toEqual(['1 there']);
    expect(outcomes([{}], { scheduled: [{ ...scheduled, instructorId: 4 }] })).toEqual(['1 create']);
    expect(outcomes([{}], { scheduled: [{ ...scheduled, date: '2026-05-19' }] })).toEqual(['1 create']);
  });

  it('never plans two overlapping classes of an instructor, also within the template', () => {
    const at = (time: string) => outcomes([{}], { scheduled: [{ ...scheduled, level: 'advanced', time }] });
    expect(at('09:00')).toEqual(['1 instructor_busy']);
    expect(at('09:45')).toEqual(['1 instructor_busy']);
    expect(at('08:15')).toEqual(['1 instructor_busy']);
    expect(at('09:50')).toEqual(['1 create']);
    expect(at('08:10')).toEqual(['1 create']);
    expect(outcomes([{}, { time: '09:30' }, { time: '09:30', instructorId: 4 }])).toEqual([
      '1 create',
      '2 instructor_busy',
      '3 create',
    ]);
  });

  it('leaves out removed instructors and past classes', () => {
    expect(outcomes([{ instructorId: 9 }])).toEqual(['1 instructor_removed']);
    const start = toLondonInstant('2026-05-18', '09:00');
    expect(outcomes([{}, { time: '10:00' }], { now: start })).toEqual(['1 past', '2 create']);
    expect(outcomes([{}], { now: new Date(start.getTime() - 1) })).toEqual(['1 create']);
  });
});

describe('a week in which the clocks change', () => {
  const instants = (week: string) =>
    [6, 0, 1].map((dayOfWeek) => {
      const date = getDateInWeek(dayOfWeek === 1 ? getDateInWeek(week, 0) : week, dayOfWeek);
      return toLondonInstant(date, '09:00').toISOString();
    });

  it('keeps the wall time', () => {
    expect(instants('2027-03-22').slice(0, 2)).toEqual([
      '2027-03-27T09:00:00.000Z',
      '2027-03-28T08:00:00.000Z',
    ]);
    expect(instants('2027-10-25').slice(0, 2)).toEqual([
      '2027-10-30T08:00:00.000Z',
      '2027-10-31T09:00:00.000Z',
    ]);
  });

  it('compares classes by their instants', () => {
    // Sunday 28 March 2027: 00:30 to 02:20 on the wall is fifty minutes, because the clock skips an hour.
    const early: ScheduledClass = { ...scheduled, date: '2027-03-28', time: '00:30', level: 'advanced' };
    const march = { weekStart: '2027-03-22', scheduled: [early] };
    expect(outcomes([{ dayOfWeek: 0, time: '02:20' }], march)).toEqual(['1 create']);
    expect(outcomes([{ dayOfWeek: 0, time: '02:15' }], march)).toEqual(['1 instructor_busy']);
  });
});

it('refuses weeks more than two years ahead', () => {
  expect(() => assertPlannable('2028-05-08', now)).not.toThrow();
  expect(() => assertPlannable('2028-05-15', now)).toThrow('Choose a week within the next two years');
});
