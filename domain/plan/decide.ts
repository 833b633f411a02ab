import { chargeablePence, formatPounds } from '../money.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { PlanState } from './decider.ts';
import type { PlanDetails, PlanEvent } from './events.ts';
import { findTerms, type PlanTerms } from './terms.ts';

export type PlanInput = Omit<PlanDetails, 'planId'>;

/** @throws InvalidInput for a price that the card provider would refuse to charge, or passes that are none */
function assertSellable({ pricePence, passes }: PlanInput): void {
  const { least, most } = chargeablePence;
  if (!Number.isInteger(pricePence) || pricePence < least || pricePence > most) {
    const message = `Cards can be charged from ${formatPounds(least)} to ${formatPounds(most)}, so nobody could start it at this price`;
    throw new InvalidInput([{ path: 'pricePence', message }]);
  }
  if (!Number.isInteger(passes) || passes < 1)
    throw new InvalidInput([{ path: 'passes', message: 'A plan gives at least one pass' }]);
}

/** Appends nothing for an id that is or was in use. @throws InvalidInput */
export function createPlan(state: PlanState, { now, ...details }: PlanDetails & { now: Date }): PlanEvent[] {
  assertSellable(details);
  if (state.plan !== null) return [];
  return [{ type: 'PlanCreated', data: { ...details, at: now.toISOString() } }];
}

/** Returns the plan, on sale, off sale or retired. @throws Refusal PLAN_NOT_FOUND */
export function requirePlan({ plan }: PlanState): PlanDetails {
  if (plan === null) throw new Refusal('PLAN_NOT_FOUND');
  return plan;
}

/** @throws Refusal PLAN_NOT_FOUND, PLAN_RETIRED */
function requireUnretired(state: PlanState): PlanDetails {
  const plan = requirePlan(state);
  if (state.isRetired) throw new Refusal('PLAN_RETIRED');
  return plan;
}

const isSamePlan = (a: PlanDetails, b: PlanDetails): boolean =>
  a.name === b.name &&
  a.pricePence === b.pricePence &&
  a.passes === b.passes &&
  a.interval === b.interval &&
  a.priority === b.priority &&
  a.description === b.description &&
  a.onSale === b.onSale &&
  a.order === b.order;

/**
 * Changes a plan for who starts it from now on; a membership has its own copy of the terms.
 * @throws Refusal PLAN_NOT_FOUND, PLAN_RETIRED; InvalidInput
 */
export function changePlan(state: PlanState, { now, ...input }: PlanInput & { now: Date }): PlanEvent[] {
  const plan = requireUnretired(state);
  const details: PlanDetails = { planId: plan.planId, ...input };
  assertSellable(details);
  if (isSamePlan(details, plan)) return [];
  return [{ type: 'PlanChanged', data: { ...details, at: now.toISOString() } }];
}

/** Takes a plan off sale for good. A repeated call changes nothing. @throws Refusal PLAN_NOT_FOUND */
export function retirePlan(state: PlanState, { now }: { now: Date }): PlanEvent[] {
  const { planId } = requirePlan(state);
  return state.isRetired ? [] : [{ type: 'PlanRetired', data: { planId, at: now.toISOString() } }];
}

/** The terms on which a plan is sold now. @throws Refusal PLAN_NOT_FOUND, PLAN_NOT_ON_SALE */
export function requirePlanOnSale(state: PlanState): PlanTerms {
  const plan = requirePlan(state);
  const terms = findTerms(state.versions, state.versions.length);
  if (terms === undefined || state.isRetired || !plan.onSale) throw new Refusal('PLAN_NOT_ON_SALE');
  return terms;
}
