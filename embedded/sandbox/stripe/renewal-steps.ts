import { millisecondsInDay } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Change } from './api-route.ts';
import { itemOf } from './subscription-object.ts';

/** Stripe tells of the next invoice so long before it, as set in Stripe for this studio. */
const REMINDER_MS = 3 * millisecondsInDay;

/** Has the current period end when it ends, and the reminder sent before. */
export async function scheduleRenewal(change: Change, subscription: Stripe.Subscription): Promise<void> {
  const end = new Date(itemOf(subscription).current_period_end * 1000);
  await change.store.schedule(subscription.id, 'renew', end);
  await change.store.schedule(subscription.id, 'remind', new Date(end.getTime() - REMINDER_MS));
}
