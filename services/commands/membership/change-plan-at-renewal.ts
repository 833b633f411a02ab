import { requireMembership } from '#domain/membership/decide.ts';
import { schedulePlanChange } from '#domain/membership/decide-plan.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { type PlanChangeRequest, readRequestedTerms } from './plan-change-request.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

/**
 * Changes the plan from the next period on, or withdraws that when the present plan is requested. A crash before Stripe knows is
 * completed by the job that follows the event.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE, PLAN_NOT_FOUND, PLAN_NOT_ON_SALE,
 * PLAN_ALREADY, PLAN_CHANGE_NOT_POSSIBLE; PaymentsUnavailable
 */
export const changePlanAtRenewal = defineCommand(
  'change-plan-at-renewal',
  async (deps: SettleMembershipDeps, { membershipId, memberId, planId }: PlanChangeRequest, context) => {
    const id = String(membershipId);
    const known = await deps.deciders.load(membershipDecider, id);
    const { subscriptionId } = requireMembership(known.state, memberId);
    const plan = await readRequestedTerms(deps, known.state, planId);
    const { position } = await deps.deciders.handle(
      membershipDecider,
      id,
      stepContext(context, membershipId, 'plan', planId),
      (state) => schedulePlanChange(state, { memberId, planId, plan, now: context.now }),
    );
    const settled = await settleMembership(
      deps,
      { subscriptionId },
      stepContext(context, subscriptionId, 'settle'),
    );
    return { position: pickLaterPosition(position, settled.position) };
  },
);
