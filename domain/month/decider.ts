import type { Decider } from '../decider.ts';
import type { MonthEvent } from './events.ts';

export interface MonthState {
  readonly isClosed: boolean;
}

/** The books of a calendar month (`yyyy-MM`) in London. */
export const monthDecider: Decider<MonthState, MonthEvent> = {
  stream: (month) => `month-${month}`,
  initial: { isClosed: false },
  evolve: () => ({ isClosed: true }),
};
