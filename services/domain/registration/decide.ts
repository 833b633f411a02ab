import type { RegistrationState } from './decider.ts';
import type { Registrant, RegistrationEvent } from './events.ts';

/** Under whose key a registration is sealed. */
export const registrantKey = (registrationId: number) => `registration-${registrationId}`;

/** Keeps that someone asked to be told when memberships open; the same a second time adds nothing. */
export function receiveRegistration(
  state: RegistrationState,
  { registrationId, registrant, now }: { registrationId: number; registrant: Registrant; now: Date },
): RegistrationEvent[] {
  if (state.received) return [];
  const memberId = registrantKey(registrationId);
  return [
    {
      type: 'RegistrationReceived',
      data: { registrationId, memberId, personal: registrant, at: now.toISOString() },
    },
  ];
}
