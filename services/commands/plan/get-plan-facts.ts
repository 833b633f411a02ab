import type { Facts } from '#domain/changed-since.ts';
import type { PlanState } from '#domain/plan/decider.ts';

/** A plan by the names of its fields in the API. */
export function getPlanFacts({ plan }: PlanState): Facts {
  if (plan === null) return {};
  const { planId: _planId, ...facts } = plan;
  return facts;
}
