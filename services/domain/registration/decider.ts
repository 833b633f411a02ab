import type { Decider } from '../decider.ts';
import type { RegistrationEvent } from './events.ts';

export interface RegistrationState {
  readonly received: boolean;
}

export const registrationDecider: Decider<RegistrationState, RegistrationEvent> = {
  stream: (registrationId) => `registration-${registrationId}`,
  initial: { received: false },
  evolve: () => ({ received: true }),
};
