import { type CancellationTime, requireCancellable, requireMembership } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { AppendResult } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import {
  countPassesLeft,
  type MembershipRef,
  type PeriodEnd,
  setCancelAtPeriodEnd,
} from './cancel-at-period-end.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

export interface Cancellation extends MembershipRef {
  readonly when: CancellationTime;
}

/**
 * Ends an unpaid membership immediately. Stripe stops the retries with the subscription, then the settlement voids
 * the invoice. A crash between is completed by Stripe's webhook or the sweep, which settle it again.
 */
async function endNow(
  deps: SettleMembershipDeps,
  ref: Cancellation,
  context: CommandContext,
): Promise<PeriodEnd & AppendResult> {
  const known = await deps.deciders.load(membershipDecider, String(ref.membershipId));
  const { subscriptionId } = requireCancellable(known.state, ref);
  // The payment may have gone through since the last webhook; then there is a paid month to use.
  const before = await settleMembership(
    deps,
    { subscriptionId },
    stepContext(context, subscriptionId, 'before'),
  );
  requireCancellable(before.state, ref);
  await deps.subscriptions.cancelNow(subscriptionId, `end/${subscriptionId}`);
  const { state, position } = await settleMembership(
    deps,
    { subscriptionId },
    stepContext(context, subscriptionId, 'settle'),
  );
  const remainingPasses = await countPassesLeft(deps, requireMembership(state, ref.memberId), context.now);
  return { periodEnd: context.now.toISOString(), remainingPasses, position };
}

/**
 * Cancels a membership: with its period, or immediately while its payment is open. What is left to pay is voided. A
 * repeated cancellation with the period changes nothing.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE, MEMBERSHIP_PAID;
 * PaymentsUnavailable
 */
export const cancelMembership = defineCommand(
  'cancel-membership',
  async (deps: SettleMembershipDeps, cancellation: Cancellation, context) =>
    cancellation.when === 'now'
      ? endNow(deps, cancellation, context)
      : setCancelAtPeriodEnd(deps, cancellation, true, context),
);
