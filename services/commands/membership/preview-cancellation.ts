import { requireCancellable } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { countPassesLeft, type PeriodEnd, readPeriodEnd } from './cancel-at-period-end.ts';
import type { Cancellation } from './cancel-membership.ts';
import type { SettleMembershipDeps } from './settle-membership.ts';

export interface CancellationPreview extends PeriodEnd {
  readonly memberId: string;
  /** Whether it is cancelled for that day already. */
  readonly endsAlready: boolean;
  /** Whether an invoice would be voided. */
  readonly isUnpaid: boolean;
  readonly isPaused: boolean;
}

/**
 * Describes the effect of `cancelMembership` without changing anything, here or at Stripe.
 * @throws Refusal as it does; PaymentsUnavailable
 */
export async function previewCancellation(
  deps: SettleMembershipDeps,
  cancellation: Cancellation,
  now: Date,
): Promise<CancellationPreview> {
  const { state } = await deps.deciders.load(membershipDecider, String(cancellation.membershipId));
  const membership = requireCancellable(state, cancellation);
  const { memberId, status, cancelAtPeriodEnd, endsAt } = membership;
  const endsNow = cancellation.when === 'now';
  return {
    memberId,
    periodEnd: endsNow ? now.toISOString() : (endsAt ?? (await readPeriodEnd(deps, membership))),
    remainingPasses: await countPassesLeft(deps, membership, now),
    endsAlready: cancelAtPeriodEnd && !endsNow,
    isUnpaid: status === 'past_due',
    isPaused: status === 'paused',
  };
}
