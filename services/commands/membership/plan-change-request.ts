import { isOwnPlan } from '#domain/membership/decide-plan.ts';
import type { MembershipState } from '#domain/membership/decider.ts';
import { requirePlanOnSale } from '#domain/plan/decide.ts';
import { planDecider } from '#domain/plan/decider.ts';
import type { PlanTerms } from '#domain/plan/terms.ts';
import type { CommandDeps } from '../define-command.ts';

/** Another plan that a member wants. */
export interface PlanChangeRequest {
  readonly membershipId: number;
  readonly memberId: string;
  readonly planId: number;
}

/**
 * Reads the terms of the plan that a member wants; null for the present one, which need not be on sale.
 * @throws Refusal PLAN_NOT_FOUND, PLAN_NOT_ON_SALE
 */
export async function readRequestedTerms(
  { deciders }: CommandDeps,
  membership: MembershipState,
  planId: number,
): Promise<PlanTerms | null> {
  if (isOwnPlan(membership, planId)) return null;
  const { state } = await deciders.load(planDecider, String(planId));
  return requirePlanOnSale(state);
}
