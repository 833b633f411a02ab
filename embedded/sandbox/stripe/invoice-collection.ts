import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type Transaction, toApiCall } from './api-route.ts';
import { lockPayment } from './invoice-creation.ts';
import { getSubscriptionId } from './invoice-object.ts';
import { confirmIntent } from './payment-intent-transitions.ts';
import { applyAttempt, recordFailedAttempt } from './payment-outcome.ts';
import { getId } from './subscription-object.ts';

export interface Attempt {
  method: Stripe.PaymentMethod;
  /** Where the bank's challenge redirects to; null when no payer is present to pass one. */
  returnUrl: string | null;
  /** The card becomes the subscription's default for later invoices. */
  saveCard: boolean;
  /** Stripe's schedule made the attempt, not a request. */
  isAutomatic: boolean;
}

/** Tries to pay an invoice that the caller has locked, and returns the payment intent after the attempt. */
export async function payInvoice(
  tx: Transaction,
  invoice: Stripe.Invoice,
  { method, returnUrl, saveCard, isAutomatic }: Attempt,
): Promise<Stripe.PaymentIntent> {
  const { intent } = await lockPayment(tx, invoice);
  const attempted: Stripe.PaymentIntent = saveCard
    ? { ...intent, setup_future_usage: 'off_session' }
    : intent;
  await confirmIntent(toApiCall(tx), attempted, {
    method,
    returnUrl,
    usesStripeJs: false,
    offSession: returnUrl === null,
  });
  await applyAttempt(tx, intent.id, isAutomatic);
  const after = await tx.store.read('payment_intent', intent.id);
  if (after === null) throw new Error(`The payment ${intent.id} does not exist`);
  return after;
}

/** Returns the card that pays an invoice when the request names none. */
export async function findDefaultCard(
  tx: Transaction,
  invoice: Stripe.Invoice,
): Promise<Stripe.PaymentMethod | null> {
  const { store } = tx;
  const subscription = await store.read('subscription', getSubscriptionId(invoice));
  const customer = await store.read('customer', getId(invoice.customer) ?? '');
  const id =
    getId(subscription?.default_payment_method) ?? getId(customer?.invoice_settings.default_payment_method);
  const method = id === null ? null : await store.read('payment_method', id);
  // A card that was detached from the customer can't be charged.
  return method?.customer === customer?.id ? method : null;
}

/** Charges a due invoice to the default card, as Stripe does automatically. */
export async function collectInvoice(tx: Transaction, invoice: Stripe.Invoice): Promise<void> {
  const method = await findDefaultCard(tx, invoice);
  if (method === null) return recordFailedAttempt(tx, invoice, true);
  await payInvoice(tx, invoice, { method, returnUrl: null, saveCard: false, isAutomatic: true });
}

/** Retries an invoice, unless it was paid or marked uncollectible meanwhile. */
export async function retryInvoice(tx: Transaction, id: string): Promise<void> {
  const invoice = await tx.store.lock('invoice', id);
  if (invoice?.status === 'open') await collectInvoice(tx, invoice);
}
