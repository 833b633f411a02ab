import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { assertOpen, liftClosure, setClosure } from './decide.ts';
import { closureDecider } from './decider.ts';
import type { ClosureEvent } from './events.ts';

const christmas = { from: '2026-12-24', to: '2026-12-28', reason: 'Christmas' };
const set = (closureId = 1, plan = christmas): ClosureEvent => ({
  type: 'ClosureSet',
  data: { closureId, ...plan, at },
});
const lifted = (closureId: number): ClosureEvent => ({ type: 'ClosureLifted', data: { closureId, at } });

describe('closing the studio', () => {
  const when = (plan: typeof christmas, ...history: ClosureEvent[]) =>
    given(closureDecider, ...history).when((state) => setClosure(state, { ...plan, now }));

  it('takes a number of its own, and happens once while it is in force', () => {
    when(christmas).gives(set(1));
    when(christmas, set(1)).gives();
    when(christmas, set(1), lifted(1)).gives(set(2));
    when({ ...christmas, reason: 'Works' }, set(1)).gives(set(2, { ...christmas, reason: 'Works' }));
  });

  it.each([
    ['today', '2026-05-12', '2026-05-12', null],
    ['90 days', '2026-06-01', '2026-08-29', null],
    ['91 days', '2026-06-01', '2026-08-30', '90 days at most'],
    ['an end before the start', '2026-06-02', '2026-06-01', 'not before the first'],
    ['yesterday', '2026-05-11', '2026-05-12', 'not over'],
    ['in three years', '2029-05-12', '2029-05-12', 'the next two years'],
  ])('accepts or refuses %s', (_, from, to, problem) => {
    const decide = () => setClosure(closureDecider.initial, { from, to, reason: 'Works', now });
    if (problem === null) expect(decide()).toHaveLength(1);
    else
      expect(decide).toThrow(
        expect.objectContaining({
          code: 'CLOSURE_DAYS',
          details: { problem: expect.stringContaining(problem) },
        }),
      );
  });
});

describe('lifting closing days', () => {
  const when = (closureId: number, instant: Date, ...history: ClosureEvent[]) =>
    given(closureDecider, ...history).when((state) => liftClosure(state, { closureId, now: instant }));

  it('happens once, and not when they are over', () => {
    when(1, now, set(1)).gives(lifted(1));
    when(1, now, set(1), lifted(1)).gives();
    when(2, now, set(1)).refuses('CLOSURE_NOT_FOUND');
    when(1, new Date('2026-12-29T00:00:00.000Z'), set(1)).refuses('CLOSURE_OVER');
  });
});

it('a day is closed from the first to the last, until they are lifted', () => {
  const isOpen = (day: string, ...history: ClosureEvent[]) => {
    const { state } = given(closureDecider, ...history);
    return () => assertOpen(state, day);
  };
  for (const day of ['2026-12-24', '2026-12-26', '2026-12-28'])
    expect(isOpen(day, set(1))).toThrow(expect.objectContaining({ code: 'STUDIO_CLOSED' }));
  for (const day of ['2026-12-23', '2026-12-29']) expect(isOpen(day, set(1))).not.toThrow();
  expect(isOpen('2026-12-26', set(1), lifted(1))).not.toThrow();
  expect(isOpen('2026-12-26', set(1), set(2, { ...christmas, reason: 'Works' }), lifted(1))).toThrow();
});
