import type { Decider } from '../decider.ts';
import type { MonthEvent } from './events.ts';

export interface MonthState {
  readonly isClosed: boolean;
}

/** A calendar month in London, `yyyy-MM`, as the books have it. */
export const monthDecider: Decider<MonthState, MonthEvent> = {
  stream: (month) => `month-${month}`,
  initial: { isClosed: false },
  evolve: () => ({ isClosed: true }),
};
