import type { Decider } from '../decider.ts';
import type { PayEvent } from './events.ts';

/** A span of London days, both inclusive. */
export interface PayPeriod {
  readonly from: string;
  readonly to: string;
}

export interface PayState {
  /** In the order in which they were closed. */
  readonly closed: readonly PayPeriod[];
}

/** The one stream of pay, so that no two closed periods share a day or an adjustment. */
export const payDecider: Decider<PayState, PayEvent> = {
  stream: (id) => `pay-${id}`,
  initial: { closed: [] },
  evolve: ({ closed }, { data: { from, to } }) => ({ closed: [...closed, { from, to }] }),
};

/** The id of the only pay stream. */
export const payId = 'periods';
