import type { DomainEvent, EventDefinition, Personal } from '../event.ts';

export interface Registrant {
  name: string;
  email: string;
  phone: string;
  message: string | null;
}

export type RegistrationEvent = DomainEvent<
  'RegistrationReceived',
  {
    registrationId: number;
    /** Whose key seals it: a registrant is no member, so this is a name of its own. */
    memberId: string;
    personal: Personal<Registrant>;
  }
>;

export const registrationEventDefinitions = {
  RegistrationReceived: { version: 1, personal: true },
} satisfies Record<RegistrationEvent['type'], EventDefinition>;
