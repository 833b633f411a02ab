import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import {
  AssignedMeanwhile,
  addInstructor,
  assignClass,
  changeInstructor,
  linkAccount,
  removeInstructor,
  setRate,
} from './decide.ts';
import { instructorDecider } from './decider.ts';
import type { InstructorEvent } from './events.ts';

const maya = { instructorId: 3, name: 'Maya', prenatalSuitable: true };
const added: InstructorEvent = { type: 'InstructorAdded', data: { ...maya, at } };
const removed: InstructorEvent = { type: 'InstructorRemoved', data: { instructorId: 3, at } };

it('adds an instructor once, and never reuses a removed id', () => {
  const when = (...history: InstructorEvent[]) =>
    given(instructorDecider, ...history).when((state) => addInstructor(state, { ...maya, now }));
  when().gives(added);
  when(added).gives();
  when(added, removed).gives();
});

it('changes an instructor when something changes', () => {
  const when = (name: string, ...history: InstructorEvent[]) =>
    given(instructorDecider, ...history).when((state) =>
      changeInstructor(state, { name, prenatalSuitable: true, now }),
    );
  when('Maja', added).gives({ type: 'InstructorChanged', data: { ...maya, name: 'Maja', at } });
  when('Maya', added).gives();
  when('Maya').refuses('INSTRUCTOR_NOT_FOUND');
  when('Maja', added, removed).refuses('INSTRUCTOR_NOT_FOUND');
});

const assigned: InstructorEvent = { type: 'InstructorAssigned', data: { instructorId: 3, classId: 7, at } };

it('assigns a class on every call, until the instructor is removed', () => {
  const when = (...history: InstructorEvent[]) =>
    given(instructorDecider, ...history).when((state) => assignClass(state, { classId: 7, now }));
  when(added).gives(assigned);
  when(added, assigned).gives(assigned);
  when().refuses('INSTRUCTOR_NOT_FOUND');
  when(added, removed).refuses('INSTRUCTOR_NOT_FOUND');
});

it('removes an instructor once', () => {
  const when = (...history: InstructorEvent[]) =>
    given(instructorDecider, ...history).when((state) => removeInstructor(state, { seen: new Map(), now }));
  when(added).gives(removed);
  when(added, removed).gives();
  when().refuses('INSTRUCTOR_NOT_FOUND');
});

it('removes an instructor only when every assigned class was checked', () => {
  const { state } = given(instructorDecider, added, assigned);
  const remove = (seen: ReadonlyMap<number, string>) => removeInstructor(state, { seen, now });
  expect(() => remove(new Map())).toThrow(AssignedMeanwhile);
  // The class was assigned again since.
  expect(() => remove(new Map([[7, '2026-05-12T08:59:59.000Z']]))).toThrow(AssignedMeanwhile);
  expect(remove(new Map([[7, at]]))).toEqual([removed]);
});

const rate = { classType: null, validFrom: '2026-06-01', basePence: 3_000, perHeadPence: 250, above: 4 };
const rateSet: InstructorEvent = { type: 'RateSet', data: { instructorId: 3, ...rate, at } };

it('sets one rate for a class type and day', () => {
  const when = (changes: Partial<typeof rate> | { classType: string }, ...history: InstructorEvent[]) =>
    given(instructorDecider, ...history).when((state) => setRate(state, { ...rate, ...changes, now }));
  when({}, added).gives(rateSet);
  when({ basePence: 2_000 }, added, rateSet).refuses('RATE_EXISTS');
  const [later, ofType] = [{ validFrom: '2026-06-02' }, { classType: 'advanced' }];
  when(later, added, rateSet).gives({ type: 'RateSet', data: { instructorId: 3, ...rate, ...later, at } });
  when(ofType, added, rateSet).gives({ type: 'RateSet', data: { instructorId: 3, ...rate, ...ofType, at } });
  when({}).refuses('INSTRUCTOR_NOT_FOUND');
  when({}, added, removed).refuses('INSTRUCTOR_NOT_FOUND');
});

it.each(['basePence', 'perHeadPence', 'above'])('refuses a rate with a negative %s', (field) => {
  given(instructorDecider, added)
    .when((state) => setRate(state, { ...rate, [field]: -1, now }))
    .refuses('NEGATIVE_RATE');
});

it('links one account, another, or none', () => {
  const linked = (accountId: string | null): InstructorEvent => ({
    type: 'AccountLinked',
    data: { instructorId: 3, accountId, at },
  });
  const when = (accountId: string | null, ...history: InstructorEvent[]) =>
    given(instructorDecider, ...history).when((state) => linkAccount(state, { accountId, now }));
  when('ada', added).gives(linked('ada'));
  when('ada', added, linked('ada')).gives();
  when('bea', added, linked('ada')).gives(linked('bea'));
  when(null, added, linked('ada')).gives(linked(null));
  when(null, added).gives();
  when('ada').refuses('INSTRUCTOR_NOT_FOUND');
});
