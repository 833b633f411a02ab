import { addDaysToDay, formatCalendarDay, toLondonDay } from '../london-time.ts';
import { chargeablePence, formatPounds } from '../money.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { PlanState } from './decider.ts';
import type { PlanDetails, PlanEvent } from './events.ts';
import { findTerms, type PlanTerms } from './terms.ts';

export type PlanInput = Omit<PlanDetails, 'planId'>;

/** @throws InvalidInput for a price that the card provider would refuse to charge */
function assertChargeable(pricePence: number): void {
  const { least, most } = chargeablePence;
  if (Number.isInteger(pricePence) && pricePence >= least && pricePence <= most) return;
  const message = `Cards can be charged from ${formatPounds(least)} to ${formatPounds(most)}, so nobody could pay this price`;
  throw new InvalidInput([{ path: 'pricePence', message }]);
}

/** @throws InvalidInput also for passes that are none */
function assertSellable({ pricePence, passes }: PlanInput): void {
  assertChargeable(pricePence);
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
 * Changes a plan for memberships that start from now on; a membership has its own copy of the terms.
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

/** How many days before it takes effect members must know of another price. */
const NOTICE_DAYS = 30;

/** The first London day on which a price can take effect if members are notified of it now. */
export const findFirstNoticeDay = (now: Date): string => addDaysToDay(toLondonDay(now), NOTICE_DAYS);

/**
 * Proposes another price to those who have the plan, retired or not. Their present price withdraws what was proposed before.
 * Repeated, it changes nothing.
 * @throws Refusal PLAN_NOT_FOUND, NOTICE_TOO_SHORT; InvalidInput
 */
export function proposePriceChange(
  state: PlanState,
  { pricePence, effectiveFrom, now }: { pricePence: number; effectiveFrom: string; now: Date },
): PlanEvent[] {
  const { planId } = requirePlan(state);
  assertChargeable(pricePence);
  const { proposal } = state;
  if (proposal?.pricePence === pricePence && proposal.effectiveFrom === effectiveFrom) return [];
  // The day after, since the notice is sent in the course of a day.
  const earliest = addDaysToDay(findFirstNoticeDay(now), 1);
  if (effectiveFrom < earliest)
    throw new Refusal('NOTICE_TOO_SHORT', {
      days: NOTICE_DAYS,
      earliest: formatCalendarDay(earliest, 'EEE d MMM yyyy'),
    });
  return [
    { type: 'PlanPriceChangeProposed', data: { planId, pricePence, effectiveFrom, at: now.toISOString() } },
  ];
}
