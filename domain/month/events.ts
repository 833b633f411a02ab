import type { DomainEvent, EventDefinition } from '../event.ts';

export type MonthEvent =
  /**
   * The books of a month are shut. `figures` is the report as it stood, as JSON text, for ever; money that is written to the
   * log after `throughPosition` belongs to the next month that is open.
   */
  DomainEvent<'MonthClosed', { month: string; figures: string; throughPosition: string }>;

export const monthEventDefinitions = {
  MonthClosed: { version: 1 },
} satisfies Record<MonthEvent['type'], EventDefinition>;
