import type { DomainEvent, EventDefinition } from '../event.ts';

export type MonthEvent =
  /**
   * The books of a month are closed. `figures` is the report of that moment as JSON text, for ever. Money that is
   * appended after `throughPosition` belongs to the next open month.
   */
  DomainEvent<'MonthClosed', { month: string; figures: string; throughPosition: string }>;

export const monthEventDefinitions = {
  MonthClosed: { version: 1 },
} satisfies Record<MonthEvent['type'], EventDefinition>;
