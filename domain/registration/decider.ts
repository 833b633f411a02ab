import type { Decider } from '../decider.ts';
import type { RegistrationEvent } from './events.ts';

export interface RegistrationState {
  readonly status: 'unknown' | 'received' | 'erased';
}

export const registrationDecider: Decider<RegistrationState, RegistrationEvent> = {
  stream: (registrationId) => `registration-${registrationId}`,
  initial: { status: 'unknown' },
  evolve: (_state, { type }) => ({ status: type === 'RegistrationErased' ? 'erased' : 'received' }),
};
