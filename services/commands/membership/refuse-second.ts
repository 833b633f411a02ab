import { refuseSubscription, type SubscriptionSnapshot } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type RefundPayments, refundOnce } from '../payment/refund-once.ts';
import { stepContext } from '../step-context.ts';
import type { MembershipDeps } from './membership-deps.ts';

export interface RefuseSecondDeps extends MembershipDeps {
  readonly payments: RefundPayments;
}

/** Undoes a subscription beside the running one: ends it at Stripe and refunds all of its payments. */
export async function refuseSecond(
  { deciders, subscriptions, payments }: RefuseSecondDeps,
  subscription: SubscriptionSnapshot,
  context: CommandContext,
): Promise<bigint | null> {
  const { subscriptionId, membershipId } = subscription;
  if (!subscription.isOver) await subscriptions.cancelNow(subscriptionId, `second/${subscriptionId}`);
  for (const { paymentIntentId } of subscription.paid) {
    if (paymentIntentId === null) continue;
    await refundOnce(payments, paymentIntentId, {
      idempotencyKey: `second/${paymentIntentId}`,
      reason: 'duplicate',
    });
  }
  const { position } = await deciders.handle(
    membershipDecider,
    String(membershipId),
    stepContext(context, subscriptionId, 'refuse'),
    (state) => refuseSubscription(state, { subscription, now: context.now }),
  );
  return position;
}
