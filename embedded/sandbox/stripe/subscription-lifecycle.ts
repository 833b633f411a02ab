import { millisecondsInHour } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { endSubscription, voidInvoice } from './end-subscription.ts';
import { collectInvoice } from './invoice-collection.ts';
import { createInvoice, newInvoiceId, previewInvoice } from './invoice-creation.ts';
import { isVoidedAt } from './pause-collection.ts';
import { scheduleRenewal } from './schedule-renewal.ts';
import {
  getItem,
  getNextPeriod,
  isRunning,
  newSubscription,
  type SubscriptionFacts,
  toNextPeriod,
} from './subscription-object.ts';

/** The time limit to pay the first invoice. */
const FIRST_INVOICE_TIMEOUT_MS = 23 * millisecondsInHour;

/** Creates a subscription, incomplete until its first invoice is paid. */
export async function startSubscription(
  tx: Transaction,
  facts: Omit<SubscriptionFacts, 'latestInvoice' | 'now'>,
): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> {
  const { store, now } = tx;
  const invoiceId = newInvoiceId();
  const subscription = newSubscription({ ...facts, latestInvoice: invoiceId, now });
  const { current_period_start: start, current_period_end: end } = getItem(subscription);
  await store.insert('subscription', subscription);
  await tx.emit('customer.subscription.created', subscription);
  await store.schedule(
    subscription.id,
    'expire-subscription',
    new Date(now.getTime() + FIRST_INVOICE_TIMEOUT_MS),
  );
  const invoice = await createInvoice(tx, {
    id: invoiceId,
    subscription,
    reason: 'subscription_create',
    period: { start, end },
  });
  return { subscription, invoice };
}

/**
 * Ends the period: the subscription ends too, if so requested, or moves to the next period and is charged for it. While collection is
 * paused the invoice is voided.
 */
export async function renewSubscription(tx: Transaction, id: string): Promise<void> {
  const before = await tx.store.lock('subscription', id);
  if (before === null || !isRunning(before)) return;
  if (before.cancel_at_period_end) {
    await endSubscription(tx, before, {}, before.canceled_at ?? undefined);
    return;
  }
  const invoiceId = newInvoiceId();
  const after = toNextPeriod(before, invoiceId);
  await tx.store.update('subscription', after);
  await scheduleRenewal(tx, after);
  const invoice = await createInvoice(tx, {
    id: invoiceId,
    subscription: before,
    reason: 'subscription_cycle',
    period: getNextPeriod(before),
  });
  await tx.emit('customer.subscription.updated', after, {
    items: before.items,
    latest_invoice: before.latest_invoice,
  });
  if (isVoidedAt(before, getItem(before).current_period_end)) await voidInvoice(tx, invoice);
  else await collectInvoice(tx, invoice);
}

/** Emits `invoice.upcoming`, if a charge will follow. */
export async function emitRenewalReminder(tx: Transaction, id: string): Promise<void> {
  const subscription = await tx.store.lock('subscription', id);
  if (subscription === null || !isRunning(subscription) || subscription.cancel_at_period_end) return;
  if (isVoidedAt(subscription, getItem(subscription).current_period_end)) return;
  const upcoming = await previewInvoice(tx, { subscription, period: getNextPeriod(subscription) });
  await tx.emit('invoice.upcoming', upcoming);
}
