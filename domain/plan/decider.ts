import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { PlanDetails, PlanEvent } from './events.ts';

/** The latest price for holders. */
export interface PriceProposal {
  readonly pricePence: number;
  /** A London day, `yyyy-MM-dd`. */
  readonly effectiveFrom: string;
  /** Members who have had the plan since later bought it at a price that was shown. */
  readonly proposedAt: string;
}

export interface PlanState {
  /** null before the plan is created. */
  readonly plan: PlanDetails | null;
  /** For ever. */
  readonly isRetired: boolean;
  /** Its terms since it was created, the latest last. A sale names one by its number, from 1. */
  readonly versions: readonly PlanDetails[];
  readonly proposal: PriceProposal | null;
}

function evolvePlan(state: PlanState, event: PlanEvent): PlanState {
  switch (event.type) {
    case 'PlanCreated':
    case 'PlanChanged': {
      const { at: _at, ...plan } = event.data;
      return { ...state, plan, versions: [...state.versions, plan] };
    }
    case 'PlanPriceChangeProposed': {
      const { pricePence, effectiveFrom, at: proposedAt } = event.data;
      return { ...state, proposal: { pricePence, effectiveFrom, proposedAt } };
    }
    case 'PlanRetired':
      return { ...state, isRetired: true };
    default:
      return assertNever(event);
  }
}

/** A plan of membership. */
export const planDecider: Decider<PlanState, PlanEvent> = {
  stream: (planId) => `plan-${planId}`,
  initial: { plan: null, isRetired: false, versions: [], proposal: null },
  evolve: evolvePlan,
};
