import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { errorBody, invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { attachCard } from './customer-cards.ts';
import { voidInvoice } from './end-subscription.ts';
import { expandFields } from './expand.ts';
import { findDefaultCard, payInvoice } from './invoice-collection.ts';
import { getSubscriptionId, isPayable } from './invoice-object.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Flag, Pageable, readInput } from './read-input.ts';
import { getId } from './subscription-object.ts';

const Read = z.strictObject(Expandable);
const List = z.strictObject({
  ...Pageable,
  customer: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: z.string().optional(),
});
const Pay = z.strictObject({
  ...Expandable,
  off_session: Flag.optional(),
  payment_method: z.string().optional(),
});
const Payments = z.strictObject({
  ...Pageable,
  invoice: z.string().optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
});

async function lockInvoice(call: ApiCall): Promise<Stripe.Invoice> {
  const invoice = await call.store.lock('invoice', call.id);
  if (invoice === null) throw noSuch('invoice', call.id);
  return invoice;
}

async function choosePaymentMethod(call: ApiCall, invoice: Stripe.Invoice, id: string | undefined) {
  if (id !== undefined) return attachCard(call, id, getId(invoice.customer) ?? '');
  const method = await findDefaultCard(call, invoice);
  if (method !== null) return method;
  throw invalidRequest(
    'There is no default payment method set on this Invoice. Please set a default payment method on it, its Subscription or its Customer.',
    { code: 'resource_missing' },
  );
}

/** A decline is a reply (402) that stores a failed charge, not an error that rolls it back. */
async function handlePay(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Pay, call.input);
  const invoice = await lockInvoice(call);
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (!isPayable(invoice)) throw invalidRequest(`Invoices with a status of ${invoice.status} can't be paid.`);
  const method = await choosePaymentMethod(call, invoice, input.payment_method);
  const attempt = { method, returnUrl: null, saveCard: false, isAutomatic: false };
  const intent = await payInvoice(call, invoice, attempt);
  const error = intent.last_payment_error;
  if (intent.status !== 'succeeded' && error !== null) {
    const { code = 'card_declined', decline_code, message = 'Your card was declined.' } = error;
    return {
      status: 402,
      body: errorBody({
        type: 'card_error',
        code,
        message,
        payment_intent: intent,
        ...(decline_code === undefined ? {} : { decline_code }),
      }),
    };
  }
  return ok(await expandFields(call.store, await lockInvoice(call), input.expand));
}

/** Voids an invoice. A subscription that was past due because of it becomes active again. */
async function handleVoid(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Read, call.input);
  const invoice = await lockInvoice(call);
  if (!isPayable(invoice))
    throw invalidRequest("You can only pass in open or uncollectible invoices. This invoice isn't open.");
  const voided = await voidInvoice(call, invoice);
  const subscription = await call.store.lock('subscription', getSubscriptionId(invoice));
  if (subscription?.latest_invoice === invoice.id && subscription.status === 'past_due') {
    const settled: Stripe.Subscription = { ...subscription, status: 'active' };
    await call.store.update('subscription', settled);
    await call.emit('customer.subscription.updated', settled, { status: 'past_due' });
  }
  return ok(await expandFields(call.store, voided, input.expand));
}

export const invoiceRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'invoices',
    handle: async (call) => {
      const { customer, status, subscription, ...page } = readInput(List, call.input);
      return createListReply(call, 'invoice', 'invoices', page, {
        customer,
        status,
        parent: subscription === undefined ? undefined : { subscription_details: { subscription } },
      });
    },
  },
  {
    method: 'GET',
    path: 'invoices/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const invoice = await call.store.read('invoice', call.id);
      if (invoice === null) throw noSuch('invoice', call.id);
      return ok(await expandFields(call.store, invoice, input.expand));
    },
  },
  { method: 'POST', path: 'invoices/:id/pay', handle: handlePay },
  { method: 'POST', path: 'invoices/:id/void', handle: handleVoid },
  {
    method: 'GET',
    path: 'invoice_payments',
    handle: async (call) => {
      const { invoice, payment, status, ...page } = readInput(Payments, call.input);
      return createListReply(call, 'invoice_payment', 'invoice_payments', page, { invoice, payment, status });
    },
  },
];
