import type { RegistrationState } from './decider.ts';
import type { Registrant, RegistrationErasure, RegistrationEvent } from './events.ts';

/** The owner id of the key that seals a registration. */
export const getRegistrantKey = (registrationId: number) => `registration-${registrationId}`;

/** Records a registration of interest in memberships. Appends nothing for an id that is in use. */
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

/** Records that a registration was made unreadable. Appends nothing unless one is readable. */
export function eraseRegistration(
  state: RegistrationState,
  erasure: { registrationId: number; reason: RegistrationErasure; ofMember: string | null; now: Date },
): RegistrationEvent[] {
  if (state.status !== 'received') return [];
  const { registrationId, reason, ofMember, now } = erasure;
  return [{ type: 'RegistrationErased', data: { registrationId, reason, ofMember, at: now.toISOString() } }];
}
