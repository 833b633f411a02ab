import { millisecondsInDay } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { getItem } from './subscription-object.ts';

/** How long before a renewal Stripe sends the reminder, as configured there for this studio. */
const REMINDER_MS = 3 * millisecondsInDay;

/** Schedules the renewal at the end of the current period, and the reminder before it. */
export async function scheduleRenewal(tx: Transaction, subscription: Stripe.Subscription): Promise<void> {
  const end = new Date(getItem(subscription).current_period_end * 1000);
  await tx.store.schedule(subscription.id, 'renew', end);
  await tx.store.schedule(subscription.id, 'remind', new Date(end.getTime() - REMINDER_MS));
}
