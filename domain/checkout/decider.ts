import type { Decider } from '../decider.ts';
import type { CheckoutEvent } from './events.ts';

interface CheckoutClass {
  readonly classId: number;
  readonly bookingId: number;
}

/** The class that a member buys a pass for: one at a time, so that no member reserves seats in several. */
export interface CheckoutState {
  readonly current: CheckoutClass | null;
  /** The one before, whose seat must not stay reserved. */
  readonly previous: CheckoutClass | null;
}

export const checkoutDecider: Decider<CheckoutState, CheckoutEvent> = {
  stream: (memberId) => `checkout-${memberId}`,
  initial: { current: null, previous: null },
  evolve: ({ current: previous }, { data: { classId, bookingId } }) => ({
    current: { classId, bookingId },
    previous,
  }),
};
