import { expect, it } from 'vitest';
import { addSeen, pickSeen } from './use-seen-edit.tsx';

it('picks the fields that an editor showed', () => {
  expect(pickSeen({ id: 3, name: 'Maya', prenatalSuitable: false }, ['name', 'prenatalSuitable'])).toEqual({
    name: 'Maya',
    prenatalSuitable: false,
  });
});

it('adds the shown changes to what an edit has seen, so that only a third change is asked about', () => {
  const seen = { time: '09:30', maxCapacity: 7, validity: { unit: 'months', count: 2 } };
  const changed = {
    maxCapacity: { was: 7, is: 5 },
    // Compared as one fact, so it has another form than the field.
    validity: { was: '2 months', is: '3 months' },
  };
  expect(addSeen(seen, changed)).toEqual({ time: '09:30', maxCapacity: 5 });
  // What came in addition, and what is missing.
  const week = { 1: { was: null, is: 'Monday' }, 2: { was: 'Tuesday', is: null } };
  expect(addSeen({ 2: 'Tuesday', 3: 'Friday' }, week)).toEqual({ 1: 'Monday', 3: 'Friday' });
});
