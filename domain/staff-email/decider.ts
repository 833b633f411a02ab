import type { Decider } from '../decider.ts';
import type { StaffEmailEvent } from './events.ts';

export interface StaffEmailState {
  /** The account that has this address, or had it until it was removed; null when none ever did. */
  readonly claimedBy: string | null;
}

/** One stream an address of the staff, named by its keyed hash. */
export const staffEmailDecider: Decider<StaffEmailState, StaffEmailEvent> = {
  stream: (emailHash) => `staffemail-${emailHash}`,
  initial: { claimedBy: null },
  evolve: (_state, event) => ({ claimedBy: event.data.staffId }),
};
