import { findNextCharge } from '#domain/membership/next-charge.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { getWithdrawalEnd } from '#domain/refund/decide.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import type { PlanRow } from '#projections/read-models/plans/queries.ts';
import type { MembershipAnswer } from '#services/contract/membership.ts';

const toCounts = (monthly: number, remaining: number) => ({
  monthlyPasses: monthly,
  remainingPasses: remaining,
  monthlyCredits: monthly,
  remainingCredits: remaining,
});

/** The answer to a member who never had a membership, with the terms of the plan that is offered first. */
export const describeNoMembership = (
  offered: Pick<PlanRow, 'name' | 'passes' | 'pricePence' | 'interval' | 'priority'> = firstPlan,
): MembershipAnswer => ({
  success: true,
  id: null,
  status: 'none',
  ...toCounts(offered.passes, 0),
  planId: null,
  planName: offered.name,
  pricePence: offered.pricePence,
  interval: offered.interval,
  hasPriority: offered.priority,
  priceChange: null,
  planChange: null,
  startDate: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  nextBillingDate: null,
  pause: null,
  cancelAtPeriodEnd: false,
  endsAt: null,
  endedAt: null,
  withdrawUntil: null,
  openPayment: null,
});

/** The period of a pause, ahead or running. */
export const describePausedPeriod = ({
  pauseFrom: from,
  pauseUntil: until,
}: Pick<MembershipRow, 'pauseFrom' | 'pauseUntil'>): MembershipAnswer['pause'] =>
  from === null || until === null ? null : { from: from.toISOString(), until: until.toISOString() };

/** A membership for its member. */
export function describeMembership(
  row: MembershipRow,
  openPayment: MembershipAnswer['openPayment'],
  now: Date,
): MembershipAnswer {
  const withdrawUntil = getWithdrawalEnd(row.startDate);
  return {
    success: true,
    id: row.id,
    status: row.status,
    ...toCounts(row.monthlyPasses, row.expiresAt < now ? 0 : row.remainingPasses),
    planId: row.planId,
    planName: row.planName,
    pricePence: row.pricePence,
    interval: row.interval,
    hasPriority: row.hasPriority,
    priceChange: row.priceChange,
    planChange: row.planChange,
    startDate: row.startDate.toISOString(),
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    nextBillingDate: findNextCharge(row)?.toISOString() ?? null,
    pause: describePausedPeriod(row),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endsAt: row.endsAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    withdrawUntil: withdrawUntil >= now && row.status !== 'ended' ? withdrawUntil.toISOString() : null,
    openPayment,
  };
}
