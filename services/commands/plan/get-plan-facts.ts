import type { Facts } from '#domain/changed-since.ts';
import type { PlanState } from '#domain/plan/decider.ts';

/** A plan by the names of its fields in the API, with the latest price for its holders. */
export function getPlanFacts({ plan, proposal }: PlanState): Facts {
  if (plan === null) return {};
  const { planId: _planId, ...facts } = plan;
  return {
    ...facts,
    priceForMembers: proposal?.pricePence ?? null,
    priceForMembersFrom: proposal?.effectiveFrom ?? null,
  };
}
