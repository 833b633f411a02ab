import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { PlannedClass, PlannedOutcome } from './plan-week.ts';
import { assertWeekAsSeen, getWeekFacts } from './seen-week.ts';

const plan = (
  templateClassId: number,
  details: Partial<PlannedClass['details']> = {},
  outcome: PlannedOutcome = { kind: 'create' },
): PlannedClass => ({
  templateClassId,
  date: '2026-05-18',
  details: { level: 'beginner', dayOfWeek: 1, time: '09:30', instructorId: 3, capacity: 7, ...details },
  outcome,
});
const made: PlannedOutcome = {
  kind: 'made',
  made: { classId: 1, date: '2026-05-18', time: '09:30', isCancelled: false },
};
const readChanges = (seen: readonly PlannedClass[], now: readonly PlannedClass[]) => {
  try {
    assertWeekAsSeen(getWeekFacts(seen), now);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.facts.changed;
    throw error;
  }
};
const nine = '2026-05-18 09:30 7 3 beginner';

it('accepts the week that was seen, and any for a caller that sends nothing', () => {
  expect(readChanges([plan(1), plan(2)], [plan(1), plan(2)])).toBeUndefined();
  expect(assertWeekAsSeen(undefined, [plan(1)])).toBeUndefined();
});

it('refuses a changed class, one more and one less, each as it was and as it is', () => {
  expect(readChanges([plan(1)], [plan(1, { time: '10:30' })])).toEqual({
    1: { was: nine, is: '2026-05-18 10:30 7 3 beginner' },
  });
  expect(readChanges([plan(1)], [plan(1), plan(2)])).toEqual({ 2: { was: null, is: nine } });
  expect(readChanges([plan(1), plan(2)], [plan(1)])).toEqual({ 2: { was: nine, is: null } });
  const busy: PlannedOutcome = { kind: 'instructor_busy', with: { level: 'advanced', time: '09:30' } };
  expect(readChanges([plan(1), plan(2)], [plan(1), plan(2, {}, busy)])).toEqual({
    2: { was: nine, is: null },
  });
});

it('accepts a repetition that finds some or all classes made', () => {
  expect(readChanges([plan(1), plan(2)], [plan(1, {}, made), plan(2)])).toBeUndefined();
  expect(readChanges([plan(1), plan(2)], [plan(1, {}, made), plan(2, {}, made)])).toBeUndefined();
});
