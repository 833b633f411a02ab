import type { DomainEvent, EventDefinition } from '../event.ts';

/** How often a plan renews: by the calendar, 12 a year, or every four weeks, 13 a year. */
export const planIntervals = ['month', '4_weeks'] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** What a plan gives, and for how much. */
export interface PlanDetails {
  planId: number;
  name: string;
  /** Of one period. */
  pricePence: number;
  /** Of one period. */
  passes: number;
  interval: PlanInterval;
  /** Whether its holders book each day's classes before pass holders. */
  priority: boolean;
  description: string;
  /** Whether it can be started. */
  onSale: boolean;
  /** Its place among the plans, the lowest first. */
  order: number;
}

export type PlanEvent =
  | DomainEvent<'PlanCreated', PlanDetails>
  /** For new sales; a member who has the plan keeps the terms of the sale. */
  | DomainEvent<'PlanChanged', PlanDetails>
  /**
   * A new price for those who have the plan already, for their renewals on or after the London day `effectiveFrom`. Each membership
   * of the plan announces it to its member.
   */
  | DomainEvent<'PlanPriceChangeProposed', { planId: number; pricePence: number; effectiveFrom: string }>
  /** It is not sold any more, and runs on for members who have it. */
  | DomainEvent<'PlanRetired', { planId: number }>;

export const planEventDefinitions = {
  PlanCreated: { version: 1 },
  PlanChanged: { version: 1 },
  PlanPriceChangeProposed: { version: 1 },
  PlanRetired: { version: 1 },
} satisfies Record<PlanEvent['type'], EventDefinition>;
