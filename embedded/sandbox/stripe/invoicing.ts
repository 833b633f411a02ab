import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Change } from './api-route.ts';
import { newId, unixSeconds } from './ids.ts';
import { type InvoiceFacts, newInvoice, newInvoicePayment } from './invoice-object.ts';
import { newPaymentIntent } from './payment-intent-object.ts';
import { idOf, itemOf } from './subscription-object.ts';

export function newInvoiceId(): string {
  return newId('in');
}

async function customerOf(change: Change, subscription: Stripe.Subscription): Promise<Stripe.Customer> {
  const customer = await change.store.lock('customer', idOf(subscription.customer) ?? '');
  if (customer === null) throw new Error(`The subscription ${subscription.id} has no customer`);
  return customer;
}

async function productName(change: Change, subscription: Stripe.Subscription): Promise<string> {
  const product = await change.store.read('product', idOf(itemOf(subscription).price.product) ?? '');
  return product?.name ?? 'Subscription';
}

type Wanted = Pick<InvoiceFacts, 'id' | 'period' | 'reason' | 'subscription'>;

/** What the next invoice will be. It has an id that can't be read, and is kept nowhere. */
export async function upcomingInvoice(
  change: Change,
  { subscription, period }: Pick<Wanted, 'period' | 'subscription'>,
): Promise<Stripe.Invoice> {
  return newInvoice({
    id: newId('upcoming_in'),
    subscription,
    period,
    reason: 'upcoming',
    customer: await customerOf(change, subscription),
    productName: await productName(change, subscription),
    now: change.now,
  });
}

async function nextNumber(change: Change, customer: Stripe.Customer): Promise<string> {
  const sequence = customer.next_invoice_sequence ?? 1;
  await change.store.update('customer', { ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
}

/**
 * Drafts an invoice and finalises it, with a payment intent that nobody has tried to pay. Stripe finalises the first invoice of a
 * subscription at once and those of renewals about an hour after they are drafted; here it is at once for all, so that a renewal is
 * one instant of the studio clock.
 */
export async function makeInvoice(change: Change, wanted: Wanted): Promise<Stripe.Invoice> {
  const { store, now } = change;
  const customer = await customerOf(change, wanted.subscription);
  const name = await productName(change, wanted.subscription);
  const draft = newInvoice({ ...wanted, customer, productName: name, now });
  await store.insert('invoice', draft);
  await change.emit('invoice.created', draft);

  const first = wanted.reason === 'subscription_create';
  const intent = newPaymentIntent({
    amount: draft.amount_due,
    currency: draft.currency,
    customer: customer.id,
    description: first ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    receiptEmail: null,
    captureMethod: 'automatic',
    confirmationMethod: 'automatic',
    setupFutureUsage: first ? 'off_session' : null,
    allowedTypes: ['card'],
    allowRedirects: 'always',
    statementDescriptor: null,
    statementDescriptorSuffix: null,
    now,
  });
  await store.insert('payment_intent', intent);
  await change.emit('payment_intent.created', intent);

  const open: Stripe.Invoice = {
    ...draft,
    status: 'open',
    number: await nextNumber(change, customer),
    effective_at: unixSeconds(now),
    ending_balance: 0,
    hosted_invoice_url: change.memberUrl(`invoices/${draft.id}`),
    status_transitions: { ...draft.status_transitions, finalized_at: unixSeconds(now) },
  };
  await store.update('invoice', open);
  await store.insert('invoice_payment', newInvoicePayment(open, intent, now));
  await change.emit('invoice.finalized', open);
  return open;
}

/** The tie of an invoice to its payment, and that payment, kept from others until the transaction ends. */
export async function paymentOf(
  change: Change,
  invoice: Stripe.Invoice,
): Promise<{ tie: Stripe.InvoicePayment; intent: Stripe.PaymentIntent }> {
  const { data } = await change.store.list('invoice_payment', { filter: { invoice: invoice.id } });
  const [tie] = data;
  const intent = await change.store.lock('payment_intent', idOf(tie?.payment.payment_intent) ?? '');
  if (tie === undefined || intent === null) throw new Error(`The invoice ${invoice.id} has no payment`);
  return { tie, intent };
}
