import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { errorBody, invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { cardFor, payInvoice } from './collecting.ts';
import { attachCard } from './customer-cards.ts';
import { voidInvoice } from './ending.ts';
import { expanded } from './expand.ts';
import { isPayable, subscriptionOf } from './invoice-object.ts';
import { listReply } from './lists.ts';
import { Expandable, Flag, Pageable, readInput } from './read-input.ts';
import { idOf } from './subscription-object.ts';

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

async function locked(call: ApiCall): Promise<Stripe.Invoice> {
  const invoice = await call.store.lock('invoice', call.id);
  if (invoice === null) throw noSuch('invoice', call.id);
  return invoice;
}

async function methodFor(call: ApiCall, invoice: Stripe.Invoice, id: string | undefined) {
  if (id !== undefined) return attachCard(call, id, idOf(invoice.customer) ?? '');
  const method = await cardFor(call, invoice);
  if (method !== null) return method;
  throw invalidRequest(
    'There is no default payment method set on this Invoice. Please set a default payment method on it, its Subscription or its Customer.',
    { code: 'resource_missing' },
  );
}

/** A decline is an answer (402) that leaves a failed charge behind, not an error that undoes it. */
async function pay(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Pay, call.input);
  const invoice = await locked(call);
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (!isPayable(invoice)) throw invalidRequest(`Invoices with a status of ${invoice.status} can't be paid.`);
  const method = await methodFor(call, invoice, input.payment_method);
  const attempt = { method, returnUrl: null, keep: false, byItself: false };
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
  return ok(await expanded(call.store, await locked(call), input.expand));
}

/** With its invoice, what a subscription waits for goes: a first one then never was, a late one owes nothing any more. */
async function voidOne(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Read, call.input);
  const invoice = await locked(call);
  if (!isPayable(invoice))
    throw invalidRequest("You can only pass in open or uncollectible invoices. This invoice isn't open.");
  const voided = await voidInvoice(call, invoice);
  const subscription = await call.store.lock('subscription', subscriptionOf(invoice));
  if (subscription?.latest_invoice === invoice.id && subscription.status === 'past_due') {
    const settled: Stripe.Subscription = { ...subscription, status: 'active' };
    await call.store.update('subscription', settled);
    await call.emit('customer.subscription.updated', settled, { status: 'past_due' });
  }
  return ok(await expanded(call.store, voided, input.expand));
}

export const invoiceRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'invoices',
    handle: async (call) => {
      const { customer, status, subscription, ...page } = readInput(List, call.input);
      return listReply(call, 'invoice', 'invoices', page, {
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
      return ok(await expanded(call.store, invoice, input.expand));
    },
  },
  { method: 'POST', path: 'invoices/:id/pay', handle: pay },
  { method: 'POST', path: 'invoices/:id/void', handle: voidOne },
  {
    method: 'GET',
    path: 'invoice_payments',
    handle: async (call) => {
      const { invoice, payment, status, ...page } = readInput(Payments, call.input);
      return listReply(call, 'invoice_payment', 'invoice_payments', page, { invoice, payment, status });
    },
  },
];
