import type { RegistrationState } from './decider.ts';
import type { Registrant, RegistrationErasure, RegistrationEvent } from './events.ts';

/** Under whose key a registration is sealed. */
export const getRegistrantKey = (registrationId: number) => `registration-${registrationId}`;

/** Keeps that someone asked to be told when memberships open; the same a second time adds nothing. */
export function receiveRegistration(
  state: RegistrationState,
  { registrationId, registrant, now }: { registrationId: number; registrant: Registrant; now: Date },
): RegistrationEvent[] {
  if (state.status !== 'unknown') return [];
  const memberId = getRegistrantKey(registrationId);
  return [
    {
      type: 'RegistrationReceived',
      data: { registrationId, memberId, personal: registrant, at: now.toISOString() },
    },
  ];
}

/** Notes that a registration was made unreadable; once, and only of one that there is. */
export function eraseRegistration(
  state: RegistrationState,
  erasure: { registrationId: number; reason: RegistrationErasure; ofMember: string | null; now: Date },
): RegistrationEvent[] {
  if (state.status !== 'received') return [];
  const { registrationId, reason, ofMember, now } = erasure;
  return [{ type: 'RegistrationErased', data: { registrationId, reason, ofMember, at: now.toISOString() } }];
}
