import { millisecondsInHour } from 'date-fns/constants';
import { assertUnchanged } from '#domain/changed-since.ts';
import { getCurrentPeriod } from '#domain/membership/decide.ts';
import { requireUpgradable } from '#domain/membership/decide-plan.ts';
import { type Membership, membershipDecider } from '#domain/membership/decider.ts';
import { countUpgradePasses } from '#domain/membership/upgrade-passes.ts';
import type { PlanTerms } from '#domain/plan/terms.ts';
import { Refusal } from '#domain/refusal.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { type PlanChangeRequest, readRequestedTerms } from './plan-change-request.ts';
import { toStripePrice } from './plan-price.ts';
import { toPlanMetadata } from './plan-terms.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

/** For so long the price that was shown holds, since it is of that instant. */
const QUOTE_MS = millisecondsInHour;

export interface UpgradeQuote {
  readonly plan: PlanTerms;
  /** What is charged now, for the rest of the period. */
  readonly amountPence: number;
  /** How many more passes the period gets. */
  readonly passes: number;
  readonly periodEnd: string;
  /** The instant that the price is calculated for, ISO. */
  readonly at: string;
}

export interface Upgrade extends PlanChangeRequest {
  /** The instant and the price of the quote that the member saw. */
  readonly quotedAt?: string | undefined;
  readonly expectedPricePence?: number | undefined;
}

/** The instant of a recent quote within the period; else the present one. In whole seconds, as Stripe counts. */
function chooseInstant(membership: Membership, quotedAt: string | undefined, now: Date): Date {
  const quoted = quotedAt === undefined ? now : new Date(quotedAt);
  const isRecent = quoted <= now && now.getTime() - quoted.getTime() <= QUOTE_MS;
  const isInPeriod = quoted.toISOString() >= getCurrentPeriod(membership).periodStart;
  const at = isRecent && isInPeriod ? quoted : now;
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}

async function quote(
  deps: SettleMembershipDeps,
  { membership, plan }: { membership: Membership; plan: PlanTerms },
  at: Date,
): Promise<UpgradeQuote> {
  const change = { price: toStripePrice(plan), at };
  const { amountPence } = await deps.subscriptions.previewUpgrade(membership.subscriptionId, change);
  const passes = countUpgradePasses(membership.plan, plan, amountPence);
  // What costs nothing would give nothing, such as in the last second of a period.
  if (passes === 0) throw new Refusal('PLAN_NOT_AN_UPGRADE');
  return {
    plan,
    amountPence,
    passes,
    periodEnd: getCurrentPeriod(membership).periodEnd,
    at: at.toISOString(),
  };
}

/**
 * Asks Stripe what going over to a larger plan costs now. Changes nothing.
 * @throws Refusal as `upgradePlan`; PaymentsUnavailable
 */
export async function previewUpgrade(
  deps: SettleMembershipDeps,
  { membershipId, memberId, planId }: PlanChangeRequest,
  now: Date,
): Promise<UpgradeQuote> {
  const { state } = await deps.deciders.load(membershipDecider, String(membershipId));
  const plan = await readRequestedTerms(deps, state, planId);
  const upgrade = requireUpgradable(state, { memberId, planId, plan, now });
  return quote(deps, upgrade, chooseInstant(upgrade.membership, undefined, now));
}

/**
 * Goes over to a larger plan now: the difference for the rest of the period is charged, and its passes are granted. Stripe changes
 * nothing when the card is refused. After a crash the webhook or the sweep grants what was paid.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE, PLAN_NOT_FOUND, PLAN_NOT_ON_SALE,
 * PLAN_ALREADY, PLAN_NOT_AN_UPGRADE, PLAN_CHANGE_NOT_POSSIBLE, CHANGED_SINCE; PaymentDeclined, PaymentsUnavailable
 */
export const upgradePlan = defineCommand(
  'upgrade-plan',
  async (
    deps: SettleMembershipDeps,
    { membershipId, memberId, planId, quotedAt, expectedPricePence }: Upgrade,
    context,
  ) => {
    const { now } = context;
    const known = await deps.deciders.load(membershipDecider, String(membershipId));
    const plan = await readRequestedTerms(deps, known.state, planId);
    const { subscriptionId } = requireUpgradable(known.state, { memberId, planId, plan, now }).membership;
    // An earlier call may have been paid without an answer.
    const before = await settleMembership(
      deps,
      { subscriptionId },
      stepContext(context, subscriptionId, 'before'),
    );
    const upgrade = requireUpgradable(before.state, { memberId, planId, plan, now });
    const at = chooseInstant(upgrade.membership, quotedAt, now);
    const { amountPence } = await quote(deps, upgrade, at);
    assertUnchanged('price', { pricePence: expectedPricePence }, { pricePence: amountPence });
    await deps.subscriptions.upgradeNow(
      subscriptionId,
      { price: toStripePrice(upgrade.plan), metadata: toPlanMetadata(upgrade.plan), at },
      `upgrade/${subscriptionId}/${before.state.eventCount}/${upgrade.plan.planId}/${at.getTime()}`,
    );
    const settled = await settleMembership(
      deps,
      { subscriptionId },
      stepContext(context, subscriptionId, 'settle'),
    );
    return { amountPence, position: pickLaterPosition(before.position, settled.position) };
  },
);
