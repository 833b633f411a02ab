import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type Transaction, toApiCall } from './api-route.ts';
import { toUnixSeconds } from './ids.ts';
import { lockPayment } from './invoice-creation.ts';
import { cancelIntent } from './payment-intent-transitions.ts';
import { getId } from './subscription-object.ts';

/** Voids an invoice that the caller has locked, and cancels its payment. */
export async function voidInvoice(tx: Transaction, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const { store, now } = tx;
  const { invoicePayment, intent } = await lockPayment(tx, invoice);
  const { status_details: _, ...rest } = invoice;
  const voided: Stripe.Invoice = {
    ...rest,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: toUnixSeconds(now) },
  };
  await store.update('invoice', voided);
  await store.update('invoice_payment', {
    ...invoicePayment,
    status: 'canceled',
    status_transitions: { ...invoicePayment.status_transitions, canceled_at: toUnixSeconds(now) },
  });
  await store.unschedule(invoice.id);
  await cancelIntent(toApiCall(tx), intent, 'void_invoice');
  await tx.emit('invoice.voided', voided);
  return voided;
}

/** Marks an invoice after its last retry uncollectible, as Stripe is configured for this studio. */
export async function markUncollectible(tx: Transaction, invoice: Stripe.Invoice): Promise<void> {
  const uncollectible: Stripe.Invoice = {
    ...invoice,
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_details: { uncollectible: { reason: 'max_payment_attempts' } },
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: toUnixSeconds(tx.now) },
  };
  await tx.store.update('invoice', uncollectible);
  await tx.store.unschedule(invoice.id);
  await tx.emit('invoice.marked_uncollectible', uncollectible, { status: invoice.status });
}

/** Stops the automatic retries of open invoices, which stay payable. */
async function stopCollecting(tx: Transaction, subscription: Stripe.Subscription): Promise<void> {
  const belongsTo = { parent: { subscription_details: { subscription: subscription.id } } };
  const { data } = await tx.store.list('invoice', { filter: { ...belongsTo, status: 'open' }, limit: 100 });
  for (const invoice of data) {
    const stopped: Stripe.Invoice = { ...invoice, auto_advance: false, next_payment_attempt: null };
    await tx.store.update('invoice', stopped);
    await tx.store.unschedule(invoice.id);
    await tx.emit('invoice.updated', stopped, { auto_advance: true });
  }
}

/** Ends a subscription that the caller has locked. */
export async function endSubscription(
  tx: Transaction,
  subscription: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails>,
  cancelledAt = toUnixSeconds(tx.now),
): Promise<Stripe.Subscription> {
  const ended: Stripe.Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: cancelledAt,
    ended_at: toUnixSeconds(tx.now),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...subscription.cancellation_details,
      ...details,
    },
  };
  await tx.store.update('subscription', ended);
  await tx.store.unschedule(subscription.id);
  await stopCollecting(tx, ended);
  await tx.emit('customer.subscription.deleted', ended);
  return ended;
}

/** Expires a subscription whose first invoice was not paid in time, and voids that invoice. */
export async function expireSubscription(tx: Transaction, id: string): Promise<void> {
  const subscription = await tx.store.lock('subscription', id);
  if (subscription?.status !== 'incomplete') return;
  const expired: Stripe.Subscription = {
    ...subscription,
    status: 'incomplete_expired',
    ended_at: toUnixSeconds(tx.now),
  };
  await tx.store.update('subscription', expired);
  await tx.store.unschedule(id);
  const invoice = await tx.store.lock('invoice', getId(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') await voidInvoice(tx, invoice);
  await tx.emit('customer.subscription.updated', expired, { status: 'incomplete' });
}
