import type { DomainEvent, EventDefinition } from '../event.ts';

export type CheckoutEvent =
  /** The member began to buy a pass for this class. It replaces an earlier class. */
  DomainEvent<'CheckoutStarted', { memberId: string; classId: number; bookingId: number }>;

export const checkoutEventDefinitions = {
  CheckoutStarted: { version: 1 },
} satisfies Record<CheckoutEvent['type'], EventDefinition>;
