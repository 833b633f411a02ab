import type { DomainEvent, EventDefinition } from '../event.ts';

/** The stream is named by a keyed hash of the address, in a namespace apart from the members'. */
export type StaffEmailEvent = DomainEvent<'StaffEmailClaimed', { staffId: string }>;

export const staffEmailEventDefinitions = {
  StaffEmailClaimed: { version: 1 },
} satisfies Record<StaffEmailEvent['type'], EventDefinition>;
