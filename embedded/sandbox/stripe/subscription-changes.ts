import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import type { Change } from './api-route.ts';
import { keptCard } from './customer-cards.ts';
import { endSubscription, expireSubscription } from './ending.ts';
import { unixSeconds } from './ids.ts';
import { mergeMetadata } from './metadata.ts';
import { idOf, itemOf } from './subscription-object.ts';

type Subscription = Stripe.Subscription;

interface Details {
  comment?: string | undefined;
  feedback?: Stripe.Subscription.CancellationDetails.Feedback | undefined;
}

export interface SubscriptionChange {
  cancel_at_period_end?: boolean | undefined;
  cancellation_details?: Details | undefined;
  default_payment_method?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

function details(
  before: Subscription,
  given: Details | undefined,
  reason: 'cancellation_requested' | null,
): Stripe.Subscription.CancellationDetails {
  const { comment = null, feedback = null } = before.cancellation_details ?? {};
  return {
    comment: given?.comment ?? comment,
    feedback: given?.feedback ?? feedback,
    feedback_option: null,
    reason,
  };
}

/** When and why the subscription will end, after it was asked to end with its period, or to go on after all. */
function ending(
  before: Subscription,
  asked: SubscriptionChange,
  now: Date,
): Pick<Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'cancellation_details'> {
  const { cancel_at, cancel_at_period_end, canceled_at, cancellation_details } = before;
  const wanted = asked.cancel_at_period_end ?? cancel_at_period_end;
  if (wanted === cancel_at_period_end) {
    const reason =
      cancellation_details?.reason === 'cancellation_requested' ? 'cancellation_requested' : null;
    return {
      cancel_at,
      cancel_at_period_end,
      canceled_at,
      cancellation_details:
        asked.cancellation_details === undefined
          ? cancellation_details
          : details(before, asked.cancellation_details, reason),
    };
  }
  return {
    cancel_at: wanted ? itemOf(before).current_period_end : null,
    cancel_at_period_end: wanted,
    canceled_at: wanted ? unixSeconds(now) : null,
    cancellation_details: details(
      before,
      asked.cancellation_details,
      wanted ? 'cancellation_requested' : null,
    ),
  };
}

/** Changes a subscription that the caller has locked. @throws StripeApiError when it has ended */
export async function updateSubscription(
  change: Change,
  before: Subscription,
  asked: SubscriptionChange,
): Promise<Subscription> {
  const { status } = before;
  if (status === 'canceled' || status === 'incomplete_expired') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  const card = asked.default_payment_method;
  if (card !== undefined) await keptCard(change, idOf(before.customer) ?? '', card, 'default_payment_method');
  const after: Subscription = {
    ...before,
    ...ending(before, asked, change.now),
    default_payment_method: card ?? before.default_payment_method,
    description: asked.description ?? before.description,
    metadata: mergeMetadata(before.metadata, asked.metadata),
  };
  await change.store.update('subscription', after);
  await change.emit('customer.subscription.updated', after, {
    cancel_at: before.cancel_at,
    cancel_at_period_end: before.cancel_at_period_end,
    canceled_at: before.canceled_at,
    cancellation_details: before.cancellation_details,
    default_payment_method: before.default_payment_method,
    metadata: before.metadata,
  });
  return after;
}

/** Ends a subscription at once, without giving money back. @throws StripeApiError 404 when it has ended, as at Stripe */
export async function cancelNow(
  change: Change,
  before: Subscription,
  given?: Details,
): Promise<Subscription> {
  const { id, status } = before;
  if (status === 'canceled' || status === 'incomplete_expired') throw noSuch('subscription', id);
  if (status === 'incomplete') {
    await expireSubscription(change, id);
    return (await change.store.read('subscription', id)) ?? before;
  }
  return endSubscription(change, before, details(before, given, 'cancellation_requested'));
}
