import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import type { Transaction } from './api-route.ts';
import { changeNextPeriod, type PriceChange, upgradeNow, withPrice } from './change-price.ts';
import { readAttachedCard } from './customer-cards.ts';
import { endSubscription, expireSubscription } from './end-subscription.ts';
import { toUnixSeconds } from './ids.ts';
import { mergeMetadata } from './merge-metadata.ts';
import { pauseCollection } from './pause-collection.ts';
import { getId, getItem } from './subscription-object.ts';

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
  trial_end?: number | undefined;
  /** '' goes on collecting. */
  pause_collection?: '' | { behavior: 'void'; resumes_at?: number | undefined } | undefined;
  /** Another price of the item, and whether the rest of the period is charged immediately. */
  change?: (PriceChange & { isCharged: boolean }) | undefined;
}

function mergeCancellationDetails(
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

/** Computes the cancellation fields after a request to cancel at the period's end, or to undo that. */
function computeCancellation(
  before: Subscription,
  update: SubscriptionChange,
  now: Date,
): Pick<Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'cancellation_details'> {
  const { cancel_at, cancel_at_period_end, canceled_at, cancellation_details } = before;
  const cancelAtPeriodEnd = update.cancel_at_period_end ?? cancel_at_period_end;
  if (cancelAtPeriodEnd === cancel_at_period_end) {
    const reason =
      cancellation_details?.reason === 'cancellation_requested' ? 'cancellation_requested' : null;
    return {
      cancel_at,
      cancel_at_period_end,
      canceled_at,
      cancellation_details:
        update.cancellation_details === undefined
          ? cancellation_details
          : mergeCancellationDetails(before, update.cancellation_details, reason),
    };
  }
  return {
    cancel_at: cancelAtPeriodEnd ? getItem(before).current_period_end : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: cancelAtPeriodEnd ? toUnixSeconds(now) : null,
    cancellation_details: mergeCancellationDetails(
      before,
      update.cancellation_details,
      cancelAtPeriodEnd ? 'cancellation_requested' : null,
    ),
  };
}

/** Changes a subscription that the caller has locked. @throws StripeApiError when it has ended */
export async function updateSubscription(
  tx: Transaction,
  before: Subscription,
  update: SubscriptionChange,
): Promise<Subscription> {
  const { status } = before;
  if (status === 'canceled' || status === 'incomplete_expired') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  const card = update.default_payment_method;
  if (card !== undefined)
    await readAttachedCard(tx, getId(before.customer) ?? '', card, 'default_payment_method');
  const { change, trial_end: trialEnd } = update;
  const priced =
    change === undefined || change.isCharged
      ? before
      : await changeNextPeriod(tx, before, change.price, trialEnd);
  const after: Subscription = {
    ...(change?.isCharged ? withPrice(before, change.price) : priced),
    ...computeCancellation(before, update, tx.now),
    default_payment_method: card ?? before.default_payment_method,
    description: update.description ?? before.description,
    metadata: mergeMetadata(before.metadata, update.metadata),
  };
  after.pause_collection = await pauseCollection(tx, before, update.pause_collection);
  if (change?.isCharged) after.latest_invoice = await upgradeNow(tx, before, after, change);
  await tx.store.update('subscription', after);
  await tx.emit('customer.subscription.updated', after, {
    cancel_at: before.cancel_at,
    cancel_at_period_end: before.cancel_at_period_end,
    canceled_at: before.canceled_at,
    cancellation_details: before.cancellation_details,
    default_payment_method: before.default_payment_method,
    metadata: before.metadata,
    pause_collection: before.pause_collection,
    items: before.items,
  });
  return after;
}

/** Ends a subscription immediately, without a refund. @throws StripeApiError 404 when it has ended, as at Stripe */
export async function cancelImmediately(
  tx: Transaction,
  before: Subscription,
  given?: Details,
): Promise<Subscription> {
  const { id, status } = before;
  if (status === 'canceled' || status === 'incomplete_expired') throw noSuch('subscription', id);
  if (status === 'incomplete') {
    await expireSubscription(tx, id);
    return (await tx.store.read('subscription', id)) ?? before;
  }
  return endSubscription(tx, before, mergeCancellationDetails(before, given, 'cancellation_requested'));
}
