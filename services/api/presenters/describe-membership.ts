import { findNextCharge } from '#domain/membership/next-charge.ts';
import type { MembershipRow } from '#projections/read-models/memberships/queries.ts';
import { type MembershipAnswer, membershipPlan } from '#services/contract/membership.ts';

const toCounts = (monthly: number, remaining: number) => ({
  monthlyPasses: monthly,
  remainingPasses: remaining,
  monthlyCredits: monthly,
  remainingCredits: remaining,
});

/** The answer to a member who never had a membership. */
export const noMembership: MembershipAnswer = {
  success: true,
  id: null,
  status: 'none',
  ...toCounts(membershipPlan.passes, 0),
  pricePence: membershipPlan.pricePence,
  startDate: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  nextBillingDate: null,
  cancelAtPeriodEnd: false,
  endsAt: null,
  endedAt: null,
  openPayment: null,
};

/** A membership for its member. */
export function describeMembership(
  row: MembershipRow,
  openPayment: MembershipAnswer['openPayment'],
  now: Date,
): MembershipAnswer {
  return {
    success: true,
    id: row.id,
    status: row.status,
    ...toCounts(row.monthlyPasses, row.expiresAt < now ? 0 : row.remainingPasses),
    pricePence: membershipPlan.pricePence,
    startDate: row.startDate.toISOString(),
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    nextBillingDate: findNextCharge(row)?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endsAt: row.endsAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    openPayment,
  };
}
