import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { asCall, type Change } from './api-route.ts';
import { subscriptionOf } from './invoice-object.ts';
import { paymentOf } from './invoicing.ts';
import { confirm } from './paying.ts';
import { afterAttempt, attemptFailed } from './payment-outcome.ts';
import { idOf } from './subscription-object.ts';

export interface Attempt {
  method: Stripe.PaymentMethod;
  /** Where a bank's challenge leads back to; null when nobody is there to pass one. */
  returnUrl: string | null;
  /** The card pays later invoices too. */
  keep: boolean;
  /** Made by Stripe's own schedule. */
  byItself: boolean;
}

/** Tries to pay an invoice that the caller has locked, and gives the payment as it is then. */
export async function payInvoice(
  change: Change,
  invoice: Stripe.Invoice,
  { method, returnUrl, keep, byItself }: Attempt,
): Promise<Stripe.PaymentIntent> {
  const { intent } = await paymentOf(change, invoice);
  const tried: Stripe.PaymentIntent = keep ? { ...intent, setup_future_usage: 'off_session' } : intent;
  await confirm(asCall(change), tried, {
    method,
    returnUrl,
    inPage: false,
    offSession: returnUrl === null,
  });
  await afterAttempt(change, intent.id, byItself);
  const after = await change.store.read('payment_intent', intent.id);
  if (after === null) throw new Error(`The payment ${intent.id} is gone`);
  return after;
}

/** The card that an invoice is charged to when none is named. */
export async function cardFor(change: Change, invoice: Stripe.Invoice): Promise<Stripe.PaymentMethod | null> {
  const { store } = change;
  const subscription = await store.read('subscription', subscriptionOf(invoice));
  const customer = await store.read('customer', idOf(invoice.customer) ?? '');
  const id =
    idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
  const method = id === null ? null : await store.read('payment_method', id);
  // One that is no longer kept with the customer can't be charged.
  return method?.customer === customer?.id ? method : null;
}

/** What Stripe does by itself when an invoice is due. */
export async function collect(change: Change, invoice: Stripe.Invoice): Promise<void> {
  const method = await cardFor(change, invoice);
  if (method === null) return attemptFailed(change, invoice, true);
  await payInvoice(change, invoice, { method, returnUrl: null, keep: false, byItself: true });
}

/** A retry whose time has come; an invoice that was paid or given up meanwhile stays as it is. */
export async function retryInvoice(change: Change, id: string): Promise<void> {
  const invoice = await change.store.lock('invoice', id);
  if (invoice?.status === 'open') await collect(change, invoice);
}
