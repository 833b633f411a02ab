import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { asCall, type Change } from './api-route.ts';
import { unixSeconds } from './ids.ts';
import { paymentOf } from './invoicing.ts';
import { cancel } from './paying.ts';
import { idOf } from './subscription-object.ts';

/** Nobody owes an invoice any more. The caller has it locked. */
export async function voidInvoice(change: Change, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const { store, now } = change;
  const { tie, intent } = await paymentOf(change, invoice);
  const { status_details: _, ...rest } = invoice;
  const voided: Stripe.Invoice = {
    ...rest,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: unixSeconds(now) },
  };
  await store.update('invoice', voided);
  await store.update('invoice_payment', {
    ...tie,
    status: 'canceled',
    status_transitions: { ...tie.status_transitions, canceled_at: unixSeconds(now) },
  });
  await store.unschedule(invoice.id);
  await cancel(asCall(change), intent, 'void_invoice');
  await change.emit('invoice.voided', voided);
  return voided;
}

/** As Stripe is set: when no attempt is left, the invoice counts as lost. */
export async function giveUpInvoice(change: Change, invoice: Stripe.Invoice): Promise<void> {
  const lost: Stripe.Invoice = {
    ...invoice,
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_details: { uncollectible: { reason: 'max_payment_attempts' } },
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: unixSeconds(change.now) },
  };
  await change.store.update('invoice', lost);
  await change.store.unschedule(invoice.id);
  await change.emit('invoice.marked_uncollectible', lost, { status: invoice.status });
}

/** Open invoices stay payable, but Stripe tries no more by itself. */
async function stopCollecting(change: Change, subscription: Stripe.Subscription): Promise<void> {
  const ofIt = { parent: { subscription_details: { subscription: subscription.id } } };
  const { data } = await change.store.list('invoice', { filter: { ...ofIt, status: 'open' }, limit: 100 });
  for (const invoice of data) {
    const stopped: Stripe.Invoice = { ...invoice, auto_advance: false, next_payment_attempt: null };
    await change.store.update('invoice', stopped);
    await change.store.unschedule(invoice.id);
    await change.emit('invoice.updated', stopped, { auto_advance: true });
  }
}

/** Ends a subscription that the caller has locked, now and for good. */
export async function endSubscription(
  change: Change,
  subscription: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails>,
  cancelledAt = unixSeconds(change.now),
): Promise<Stripe.Subscription> {
  const ended: Stripe.Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: cancelledAt,
    ended_at: unixSeconds(change.now),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...subscription.cancellation_details,
      ...details,
    },
  };
  await change.store.update('subscription', ended);
  await change.store.unschedule(subscription.id);
  await stopCollecting(change, ended);
  await change.emit('customer.subscription.deleted', ended);
  return ended;
}

/** The first invoice was not paid in time: there never was a subscription, and nothing is owed. */
export async function expireSubscription(change: Change, id: string): Promise<void> {
  const subscription = await change.store.lock('subscription', id);
  if (subscription?.status !== 'incomplete') return;
  const expired: Stripe.Subscription = {
    ...subscription,
    status: 'incomplete_expired',
    ended_at: unixSeconds(change.now),
  };
  await change.store.update('subscription', expired);
  await change.store.unschedule(id);
  const invoice = await change.store.lock('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') await voidInvoice(change, invoice);
  await change.emit('customer.subscription.updated', expired, { status: 'incomplete' });
}
