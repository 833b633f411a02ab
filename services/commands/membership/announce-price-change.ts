import { announcePriceChange as decide } from '#domain/membership/decide-plan.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

/**
 * Announces the latest price that was proposed for a plan on one membership, and makes Stripe follow it. Convergent: repeated, it
 * changes nothing.
 * @throws PaymentsUnavailable
 */
export const announcePriceChange = defineCommand(
  'announce-price-change',
  async (
    deps: SettleMembershipDeps,
    { membershipId }: { membershipId: number },
    context,
  ): Promise<{ position: bigint | null }> => {
    const { state } = await deps.deciders.load(membershipDecider, String(membershipId));
    if (state.membership === null) return { position: null };
    const { subscriptionId, plan } = state.membership;
    const { state: sold } = await deps.deciders.load(planDecider, String(plan.planId));
    const { proposal } = sold;
    if (proposal === null) return { position: null };
    const { position } = await deps.deciders.handle(
      membershipDecider,
      String(membershipId),
      stepContext(context, membershipId, 'announce'),
      (current) => decide(current, { planId: plan.planId, proposal, now: context.now }),
    );
    await settleMembership(deps, { subscriptionId }, stepContext(context, subscriptionId, 'settle'));
    return { position };
  },
);
