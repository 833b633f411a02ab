import { expect } from 'vitest';
import type { Decider } from '../decider.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';

interface Decision<State, Event> {
  /** Expects exactly these events. */
  gives(...events: Event[]): State;
  /** Expects this refusal. */
  refuses(code: RefusalCode, details?: Refusal['details'], facts?: Refusal['facts']): void;
}

/** `given(decider, …events).when(decide).gives(…events)` tests a decision after a history of events. */
export function given<State, Event>(decider: Decider<State, Event>, ...history: NoInfer<Event>[]) {
  const state = history.reduce(decider.evolve, decider.initial);
  return {
    state,
    when(decide: (state: State) => readonly Event[]): Decision<State, Event> {
      return {
        gives(...events) {
          const decided = decide(state);
          expect(decided).toEqual(events);
          return decided.reduce(decider.evolve, state);
        },
        refuses(code, details, facts) {
          const error = refusalOf(() => decide(state));
          expect(error.code).toBe(code);
          if (details !== undefined) expect(error.details).toEqual(details);
          if (facts !== undefined) expect(error.facts).toEqual(facts);
        },
      };
    },
  };
}

function refusalOf(decide: () => unknown): Refusal {
  try {
    decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
