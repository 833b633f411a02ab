import type { DomainEvent, EventDefinition } from '../event.ts';

/** The stream is named by a keyed hash of the address, so that it is unique and reveals nothing. */
export type EmailEvent =
  | DomainEvent<'EmailClaimed', { memberId: string }>
  | DomainEvent<'EmailReleased', { memberId: string }>;

export const emailEventDefinitions = {
  EmailClaimed: { version: 1 },
  EmailReleased: { version: 1 },
} satisfies Record<EmailEvent['type'], EventDefinition>;
