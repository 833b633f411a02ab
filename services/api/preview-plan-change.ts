import { formatDay } from '#domain/london-time.ts';
import { getCurrentPeriod, requireMembership } from '#domain/membership/decide.ts';
import { schedulePlanChange } from '#domain/membership/decide-plan.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { formatPounds } from '#domain/money.ts';
import { periodNames } from '#domain/plan/period.ts';
import type { PlanTerms } from '#domain/plan/terms.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type PlanChangeRequest, readRequestedTerms } from '../commands/membership/plan-change-request.ts';
import { previewUpgrade } from '../commands/membership/upgrade-plan.ts';
import type { PlanChangePreview } from '../contract/membership.ts';
import type { ApiDependencies } from './dependencies.ts';
import { formatCount } from './presenters/wording.ts';

const describeTerms = ({ pricePence, passes, interval }: PlanTerms): string =>
  `${formatPounds(pricePence)} each ${periodNames[interval]} for ${formatCount(passes, 'pass', 'passes')}`;

/** What another plan would mean for a membership, of which nothing is changed. @throws Refusal as the change itself */
export async function previewPlanChange(
  deps: ApiDependencies,
  request: PlanChangeRequest & { readonly when: 'now' | 'renewal' },
  { now }: CommandContext,
): Promise<PlanChangePreview> {
  const preview = { success: true, dryRun: true } as const;
  if (request.when === 'now') {
    const { plan, amountPence, passes, periodEnd, at } = await previewUpgrade(deps, request, now);
    return {
      ...preview,
      summary: [
        `You pay ${formatPounds(amountPence)} now, for the rest of the period to ${formatDay(periodEnd)}.`,
        `You get ${formatCount(passes, 'more pass', 'more passes')} to use by then, in proportion to what you pay.`,
        `From ${formatDay(periodEnd)} it is ${describeTerms(plan)}.`,
      ],
      pricePence: amountPence,
      passes,
      startsAt: at,
      quotedAt: at,
    };
  }
  const { state } = await deps.deciders.load(membershipDecider, String(request.membershipId));
  const membership = requireMembership(state, request.memberId);
  const plan = await readRequestedTerms(deps, state, request.planId);
  schedulePlanChange(state, { ...request, plan, now });
  const { periodEnd } = getCurrentPeriod(membership);
  return {
    ...preview,
    summary:
      plan === null
        ? [`You keep ${membership.plan.name}: ${describeTerms(membership.plan)}.`]
        : [
            `Nothing changes until ${formatDay(periodEnd)}, and nothing is charged now.`,
            `From then you have ${plan.name}: ${describeTerms(plan)}.`,
            'Until then you can change your mind.',
          ],
    pricePence: 0,
    passes: 0,
    startsAt: periodEnd,
    quotedAt: now.toISOString(),
  };
}
