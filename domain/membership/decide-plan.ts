import { toLondonDay } from '../london-time.ts';
import { findFirstNoticeDay } from '../plan/decide.ts';
import type { PriceProposal } from '../plan/decider.ts';
import { isSameTerms, type PlanTerms } from '../plan/terms.ts';
import { Refusal } from '../refusal.ts';
import { getCurrentPeriod, isLive, requireRunning } from './decide.ts';
import type { Membership, MembershipState } from './decider.ts';
import type { MembershipEvent } from './events.ts';

const toIds = ({ membershipId, memberId, subscriptionId }: Membership) => ({
  membershipId,
  memberId,
  subscriptionId,
});

/** What the period that begins at `nextStart` is to be charged for. */
export function findNextTerms(
  { plan, planChange, priceChange }: Pick<Membership, 'plan' | 'planChange' | 'priceChange'>,
  nextStart: Date,
): PlanTerms {
  if (planChange !== null) return planChange.plan;
  const isDue = priceChange !== null && toLondonDay(nextStart) >= priceChange.effectiveFrom;
  return isDue ? { ...plan, pricePence: priceChange.pricePence } : plan;
}

/**
 * Announces a proposed price to the member, once. Appends nothing for a membership that ended, is of another plan, or
 * got the plan after the proposal, at a price that was shown. Nor when it is too late for the notice: the member then
 * keeps the price.
 */
export function announcePriceChange(
  { membership }: MembershipState,
  { planId, proposal, now }: { planId: number; proposal: PriceProposal; now: Date },
): MembershipEvent[] {
  if (!isLive(membership) || membership.plan.planId !== planId) return [];
  const { pricePence, effectiveFrom, proposedAt } = proposal;
  if (Date.parse(membership.planSince) > Date.parse(proposedAt)) return [];
  if (effectiveFrom < findFirstNoticeDay(now)) return [];
  const { plan, priceChange } = membership;
  const isKnown =
    priceChange === null
      ? plan.pricePence === pricePence
      : priceChange.pricePence === pricePence && priceChange.effectiveFrom === effectiveFrom;
  if (isKnown) return [];
  const change = { planId, fromPence: plan.pricePence, pricePence, effectiveFrom };
  return [
    {
      type: 'MembershipPriceChangeAnnounced',
      data: { ...toIds(membership), ...change, at: now.toISOString() },
    },
  ];
}

interface PlanChangeRequest {
  readonly memberId: string;
  readonly planId: number;
  readonly now: Date;
}

const refuseChange = (reason: 'unpaid' | 'ending' | 'paused' | 'renewing' | 'planned') =>
  new Refusal('PLAN_CHANGE_NOT_POSSIBLE', { reason });

/** @throws Refusal MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE, PLAN_CHANGE_NOT_POSSIBLE */
function requireChangeable(state: MembershipState, { memberId, now }: PlanChangeRequest): Membership {
  const membership = requireRunning(state, memberId);
  if (membership.status === 'past_due') throw refuseChange('unpaid');
  if (membership.cancelAtPeriodEnd) throw refuseChange('ending');
  // Stripe voids every invoice of a paused subscription, that of an upgrade too.
  if (membership.pause !== null) throw refuseChange('paused');
  if (Date.parse(getCurrentPeriod(membership).periodEnd) <= now.getTime()) throw refuseChange('renewing');
  return membership;
}

/** Whether the plan is the present one, which needs no plan on sale. */
export const isOwnPlan = ({ membership }: MembershipState, planId: number): boolean =>
  membership?.plan.planId === planId;

/**
 * Plans a change for the next period, or withdraws it when the present plan is requested. Repeated, it changes nothing.
 * @throws Refusal as `requireChangeable`; PLAN_ALREADY when that plan is present and none is planned
 */
export function schedulePlanChange(
  state: MembershipState,
  request: PlanChangeRequest & { readonly plan: PlanTerms | null },
): MembershipEvent[] {
  const membership = requireChangeable(state, request);
  const at = request.now.toISOString();
  const { planChange } = membership;
  if (request.plan === null || isOwnPlan(state, request.planId)) {
    if (planChange === null) throw new Refusal('PLAN_ALREADY');
    return [{ type: 'MembershipPlanChangeWithdrawn', data: { ...toIds(membership), at } }];
  }
  if (planChange !== null && isSameTerms(planChange.plan, request.plan)) return [];
  const from = getCurrentPeriod(membership).periodEnd;
  return [
    { type: 'MembershipPlanChangeScheduled', data: { ...toIds(membership), plan: request.plan, from, at } },
  ];
}

/**
 * A membership that can go over to a larger plan immediately: one with more passes for more money, of the same interval.
 * @throws Refusal as `requireChangeable`; PLAN_ALREADY, PLAN_NOT_AN_UPGRADE
 */
export function requireUpgradable(
  state: MembershipState,
  request: PlanChangeRequest & { readonly plan: PlanTerms | null },
): { membership: Membership; plan: PlanTerms } {
  const membership = requireChangeable(state, request);
  if (request.plan === null || isOwnPlan(state, request.planId)) throw new Refusal('PLAN_ALREADY');
  const { plan, planChange } = membership;
  // Stripe would calculate from the plan that it is to charge next, and not from the one that is paid.
  if (planChange !== null) throw refuseChange('planned');
  const isLarger = request.plan.passes > plan.passes && request.plan.pricePence > plan.pricePence;
  if (!isLarger || request.plan.interval !== plan.interval) throw new Refusal('PLAN_NOT_AN_UPGRADE');
  return { membership, plan: request.plan };
}
