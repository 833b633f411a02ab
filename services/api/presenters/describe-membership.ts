import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import { type MembershipAnswer, membershipPlan } from '#services/contract/membership.ts';

const counts = (monthly: number, remaining: number) => ({
  monthlyPasses: monthly,
  remainingPasses: remaining,
  monthlyCredits: monthly,
  remainingCredits: remaining,
});

/** What someone is told who never had a membership. */
export const noMembership: MembershipAnswer = {
  success: true,
  id: null,
  status: 'none',
  ...counts(membershipPlan.passes, 0),
  pricePence: membershipPlan.pricePence,
  startDate: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  nextBillingDate: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  openPayment: null,
};

/** A membership as its member sees it at `now`. */
export function describeMembership(
  row: MembershipRow,
  openPayment: MembershipAnswer['openPayment'],
  now: Date,
): MembershipAnswer {
  const renews = row.status === 'active' && !row.cancelAtPeriodEnd;
  return {
    success: true,
    id: row.id,
    status: row.status,
    ...counts(row.monthlyPasses, row.expiresAt < now ? 0 : row.remainingPasses),
    pricePence: membershipPlan.pricePence,
    startDate: row.startDate.toISOString(),
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    nextBillingDate: renews ? row.currentPeriodEnd.toISOString() : null,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endedAt: row.endedAt?.toISOString() ?? null,
    openPayment,
  };
}
