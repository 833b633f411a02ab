import type { DomainEvent, EventDefinition, Personal } from '../event.ts';

export interface Registrant {
  name: string;
  email: string;
  phone: string;
  message: string | null;
}

/** Why a registration was erased: a member with its address was erased, or its retention period ended. */
export type RegistrationErasure = 'member_erased' | 'retention';

export type RegistrationEvent =
  | DomainEvent<
      'RegistrationReceived',
      {
        registrationId: number;
        /** The owner id of the sealing key; a registrant is not a member, so it is an id of its own. */
        memberId: string;
        personal: Personal<Registrant>;
      }
    >
  | DomainEvent<
      'RegistrationErased',
      {
        registrationId: number;
        reason: RegistrationErasure;
        /** The member who was erased; null otherwise. */
        ofMember: string | null;
      }
    >;

export const registrationEventDefinitions = {
  RegistrationReceived: { version: 1, personal: true },
  RegistrationErased: { version: 1 },
} satisfies Record<RegistrationEvent['type'], EventDefinition>;
