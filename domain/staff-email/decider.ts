import type { Decider } from '../decider.ts';
import type { StaffEmailEvent } from './events.ts';

export interface StaffEmailState {
  /** The account that has this address or had it until its removal; null when there never was one. */
  readonly claimedBy: string | null;
}

/** One stream per staff address, named by its keyed hash. */
export const staffEmailDecider: Decider<StaffEmailState, StaffEmailEvent> = {
  stream: (emailHash) => `staffemail-${emailHash}`,
  initial: { claimedBy: null },
  evolve: (_state, event) => ({ claimedBy: event.data.staffId }),
};
