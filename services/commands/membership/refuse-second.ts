import { refuseSubscription, type SubscriptionSnapshot } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { PaymentStateConflict } from '#infra/payments/errors.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { stepContext } from '../step-context.ts';
import type { MembershipDeps } from './membership-deps.ts';

export interface RefuseSecondDeps extends MembershipDeps {
  readonly payments: Pick<Payments, 'refundPaymentIntent'>;
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
    try {
      await payments.refundPaymentIntent(paymentIntentId, {
        idempotencyKey: `second/${paymentIntentId}`,
        reason: 'duplicate',
      });
    } catch (error) {
      if (!(error instanceof PaymentStateConflict) || error.code !== 'charge_already_refunded') throw error;
    }
  }
  const { position } = await deciders.handle(
    membershipDecider,
    String(membershipId),
    stepContext(context, subscriptionId, 'refuse'),
    (state) => refuseSubscription(state, { subscription, now: context.now }),
  );
  return position;
}
