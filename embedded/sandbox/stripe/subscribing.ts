import { millisecondsInHour } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Change } from './api-route.ts';
import { collect } from './collecting.ts';
import { endSubscription } from './ending.ts';
import { makeInvoice, newInvoiceId, upcomingInvoice } from './invoicing.ts';
import { scheduleRenewal } from './renewal-steps.ts';
import {
  isRunning,
  itemOf,
  newSubscription,
  nextPeriod,
  renewed,
  type SubscriptionFacts,
} from './subscription-object.ts';

/** The first invoice has to be paid within 23 hours. */
const FIRST_INVOICE_MS = 23 * millisecondsInHour;

/** Begins a subscription: it is incomplete, and its first invoice is open, until that is paid. */
export async function startSubscription(
  change: Change,
  facts: Omit<SubscriptionFacts, 'latestInvoice' | 'now'>,
): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> {
  const { store, now } = change;
  const invoiceId = newInvoiceId();
  const subscription = newSubscription({ ...facts, latestInvoice: invoiceId, now });
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  await store.insert('subscription', subscription);
  await change.emit('customer.subscription.created', subscription);
  await store.schedule(subscription.id, 'expire-subscription', new Date(now.getTime() + FIRST_INVOICE_MS));
  const invoice = await makeInvoice(change, {
    id: invoiceId,
    subscription,
    reason: 'subscription_create',
    period: { start, end },
  });
  return { subscription, invoice };
}

/** The end of a period: the subscription ends with it, or moves into the next one and is charged for that. */
export async function renewSubscription(change: Change, id: string): Promise<void> {
  const before = await change.store.lock('subscription', id);
  if (before === null || !isRunning(before)) return;
  if (before.cancel_at_period_end) {
    await endSubscription(change, before, {}, before.canceled_at ?? undefined);
    return;
  }
  const invoiceId = newInvoiceId();
  const after = renewed(before, invoiceId);
  await change.store.update('subscription', after);
  await scheduleRenewal(change, after);
  const invoice = await makeInvoice(change, {
    id: invoiceId,
    subscription: before,
    reason: 'subscription_cycle',
    period: nextPeriod(before),
  });
  await change.emit('customer.subscription.updated', after, {
    items: before.items,
    latest_invoice: before.latest_invoice,
  });
  await collect(change, invoice);
}

/** Tells of the charge that comes, unless none does. */
export async function remindOfRenewal(change: Change, id: string): Promise<void> {
  const subscription = await change.store.lock('subscription', id);
  if (subscription === null || !isRunning(subscription) || subscription.cancel_at_period_end) return;
  const upcoming = await upcomingInvoice(change, { subscription, period: nextPeriod(subscription) });
  await change.emit('invoice.upcoming', upcoming);
}
