import type { SubscriptionSnapshot } from '#domain/membership/decide.ts';
import { findNextTerms } from '#domain/membership/decide-plan.ts';
import type { MembershipState } from '#domain/membership/decider.ts';
import { isSameTerms } from '#domain/plan/terms.ts';
import type { MembershipDeps } from './membership-deps.ts';
import { toStripePrice } from './plan-price.ts';
import { toPlanMetadata } from './plan-terms.ts';

/**
 * Makes the subscription charge the next period as the membership records: another plan that the member chose, or another price that was
 * announced. Nothing is charged now. Of a cancelled subscription nothing is changed, since it has no next period.
 */
export async function alignPlan(
  { subscriptions }: Pick<MembershipDeps, 'subscriptions'>,
  { membership, eventCount }: MembershipState,
  { subscriptionId, isOver, cancelAtPeriodEnd, currentPeriodEnd, nextPlan }: SubscriptionSnapshot,
): Promise<void> {
  if (membership?.subscriptionId !== subscriptionId || membership.status === 'ended') return;
  if (isOver || cancelAtPeriodEnd) return;
  const next = findNextTerms(membership, new Date(currentPeriodEnd));
  if (isSameTerms(next, nextPlan)) return;
  const metadata = toPlanMetadata(next);
  const change = { price: toStripePrice(next), metadata };
  const key = ['next-plan', subscriptionId, eventCount, ...Object.values(metadata)].join('/');
  await subscriptions.changeNextPeriod(subscriptionId, change, key);
}
