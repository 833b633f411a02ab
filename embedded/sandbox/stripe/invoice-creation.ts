import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { type InvoiceFacts, newInvoice, newInvoicePayment } from './invoice-object.ts';
import { newPaymentIntent } from './payment-intent-object.ts';
import { getId, getItem } from './subscription-object.ts';

export function newInvoiceId(): string {
  return newId('in');
}

async function lockCustomer(tx: Transaction, subscription: Stripe.Subscription): Promise<Stripe.Customer> {
  const customer = await tx.store.lock('customer', getId(subscription.customer) ?? '');
  if (customer === null) throw new Error(`The subscription ${subscription.id} has no customer`);
  return customer;
}

async function readProductName(tx: Transaction, subscription: Stripe.Subscription): Promise<string> {
  const product = await tx.store.read('product', getId(getItem(subscription).price.product) ?? '');
  return product?.name ?? 'Subscription';
}

type InvoiceRequest = Pick<InvoiceFacts, 'id' | 'period' | 'reason' | 'subscription' | 'prorations'>;

/** Returns a preview of the next invoice, which is not stored. */
export async function previewInvoice(
  tx: Transaction,
  { subscription, period, prorations }: Pick<InvoiceRequest, 'period' | 'subscription' | 'prorations'>,
): Promise<Stripe.Invoice> {
  return newInvoice({
    id: newId('upcoming_in'),
    subscription,
    period,
    prorations,
    reason: prorations === undefined ? 'upcoming' : 'subscription_update',
    customer: await lockCustomer(tx, subscription),
    productName: await readProductName(tx, subscription),
    now: tx.now,
  });
}

async function takeInvoiceNumber(tx: Transaction, customer: Stripe.Customer): Promise<string> {
  const sequence = customer.next_invoice_sequence ?? 1;
  await tx.store.update('customer', { ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
}

/**
 * Creates a finalised invoice with an unpaid payment intent. Stripe finalises the first invoice of a subscription
 * immediately, and those of renewals an hour after their draft. Here all are immediate, so that a renewal is one
 * instant of the studio clock.
 */
export async function createInvoice(tx: Transaction, request: InvoiceRequest): Promise<Stripe.Invoice> {
  const { store, now } = tx;
  const customer = await lockCustomer(tx, request.subscription);
  const name = await readProductName(tx, request.subscription);
  const draft = newInvoice({ ...request, customer, productName: name, now });
  await store.insert('invoice', draft);
  await tx.emit('invoice.created', draft);

  const isFirst = request.reason === 'subscription_create';
  const intent = newPaymentIntent({
    amount: draft.amount_due,
    currency: draft.currency,
    customer: customer.id,
    description: isFirst ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    receiptEmail: null,
    captureMethod: 'automatic',
    confirmationMethod: 'automatic',
    setupFutureUsage: isFirst ? 'off_session' : null,
    allowedTypes: ['card'],
    allowRedirects: 'always',
    statementDescriptor: null,
    statementDescriptorSuffix: null,
    now,
  });
  await store.insert('payment_intent', intent);
  await tx.emit('payment_intent.created', intent);

  const open: Stripe.Invoice = {
    ...draft,
    status: 'open',
    number: await takeInvoiceNumber(tx, customer),
    effective_at: toUnixSeconds(now),
    ending_balance: 0,
    hosted_invoice_url: tx.memberUrl(`invoices/${draft.id}`),
    status_transitions: { ...draft.status_transitions, finalized_at: toUnixSeconds(now) },
  };
  await store.update('invoice', open);
  await store.insert('invoice_payment', newInvoicePayment(open, intent, now));
  await tx.emit('invoice.finalized', open);
  return open;
}

/** Reads an invoice's link to its payment intent, and locks that intent until the transaction ends. */
export async function lockPayment(
  tx: Transaction,
  invoice: Stripe.Invoice,
): Promise<{ invoicePayment: Stripe.InvoicePayment; intent: Stripe.PaymentIntent }> {
  const { data } = await tx.store.list('invoice_payment', { filter: { invoice: invoice.id } });
  const [invoicePayment] = data;
  const intent = await tx.store.lock('payment_intent', getId(invoicePayment?.payment.payment_intent) ?? '');
  if (invoicePayment === undefined || intent === null)
    throw new Error(`The invoice ${invoice.id} has no payment`);
  return { invoicePayment, intent };
}
