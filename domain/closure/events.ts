import type { DomainEvent, EventDefinition } from '../event.ts';

export type ClosureEvent =
  /** The studio is closed from one London day to another, both inclusive. `reason` is public. */
  | DomainEvent<'ClosureSet', { closureId: number; from: string; to: string; reason: string }>
  /** It is open after all. Before the first day the pass holders' days are withdrawn, later nothing is taken back. */
  | DomainEvent<'ClosureLifted', { closureId: number }>;

export const closureEventDefinitions = {
  ClosureSet: { version: 1 },
  ClosureLifted: { version: 1 },
} satisfies Record<ClosureEvent['type'], EventDefinition>;
