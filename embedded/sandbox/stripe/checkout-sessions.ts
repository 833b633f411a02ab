import { secondsInDay, secondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiRoute, ok } from './api-route.ts';
import { expireSession } from './checkout-expiry.ts';
import { newCheckoutSession, newLineItem } from './checkout-session-object.ts';
import { expandFields } from './expand.ts';
import { toUnixSeconds } from './ids.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Integer, Metadata, Pageable, readInput } from './read-input.ts';
import { getId } from './subscription-object.ts';

const Create = z.strictObject({
  ...Expandable,
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: z.string().optional(),
  customer_email: z.email().optional(),
  expires_at: Integer.optional(),
  line_items: z
    .array(z.strictObject({ price: z.string(), quantity: Integer.pipe(z.number().min(1)).optional() }))
    .length(1),
  locale: z.string().optional(),
  metadata: Metadata.optional(),
  mode: z.literal('subscription'),
  subscription_data: z
    .strictObject({ description: z.string().optional(), metadata: Metadata.optional() })
    .optional(),
  success_url: z.url(),
  ui_mode: z.literal('hosted_page').optional(),
});
const Read = z.strictObject(Expandable);
const List = z.strictObject({
  ...Pageable,
  customer: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  subscription: z.string().optional(),
});

/** Reads an active price by the month or by weeks. @throws StripeApiError when it is not one */
export async function readRecurringPrice(call: ApiCall, id: string, param: string): Promise<Stripe.Price> {
  const price = await call.store.read('price', id);
  if (price === null) throw noSuch('price', id, param, 400);
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param,
    });
  const { interval, interval_count: count } = price.recurring ?? {};
  if (interval !== 'week' && (interval !== 'month' || count !== 1)) {
    throw invalidRequest(
      'The sandbox has subscriptions by the month or by weeks only: use a price that recurs so.',
      {
        param,
      },
    );
  }
  return price;
}

function computeExpiry(call: ApiCall, requested: number | undefined): number {
  const now = toUnixSeconds(call.now);
  if (requested === undefined) return now + secondsInDay;
  if (requested < now + 30 * secondsInMinute || requested > now + secondsInDay) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return requested;
}

async function create(call: ApiCall, input: z.infer<typeof Create>): Promise<Stripe.Checkout.Session> {
  const [item] = input.line_items;
  if (item === undefined)
    throw invalidRequest('Missing required param: line_items.', { param: 'line_items' });
  const price = await readRecurringPrice(call, item.price, 'line_items[0][price]');
  if (input.customer !== undefined && input.customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.');
  if (input.customer !== undefined && (await call.store.read('customer', input.customer)) === null)
    throw noSuch('customer', input.customer, 'customer', 400);
  const product = await call.store.read('product', getId(price.product) ?? '');
  const description = product?.name ?? 'Subscription';
  const lineItem = newLineItem({ price, quantity: item.quantity ?? 1 }, description);
  const expiresAt = computeExpiry(call, input.expires_at);
  const session = newCheckoutSession({
    cancelUrl: input.cancel_url ?? null,
    clientReferenceId: input.client_reference_id ?? null,
    customer: input.customer ?? null,
    customerEmail: input.customer_email ?? null,
    expiresAt,
    locale: input.locale ?? null,
    metadata: input.metadata ?? {},
    successUrl: input.success_url,
    total: lineItem.amount_total,
    url: call.memberUrl,
    now: call.now,
  });
  await call.store.insert('checkout.session', session, {
    lineItems: [lineItem],
    subscriptionMetadata: input.subscription_data?.metadata ?? {},
    ...(input.subscription_data?.description === undefined
      ? {}
      : { subscriptionDescription: input.subscription_data.description }),
  });
  await call.store.schedule(session.id, 'expire-session', new Date(expiresAt * 1000));
  return session;
}

async function readSession(call: ApiCall, lock: 'lock' | 'read'): Promise<Stripe.Checkout.Session> {
  const session = await call.store[lock]('checkout.session', call.id);
  if (session === null) throw noSuch('checkout.session', call.id, 'session');
  return session;
}

export const checkoutSessionRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: 'checkout/sessions',
    handle: async (call) => {
      const input = readInput(Create, call.input);
      return ok(await expandFields(call.store, await create(call, input), input.expand));
    },
  },
  {
    method: 'GET',
    path: 'checkout/sessions',
    handle: async (call) => {
      const { customer, status, subscription, ...page } = readInput(List, call.input);
      return createListReply(call, 'checkout.session', 'checkout/sessions', page, {
        customer,
        status,
        subscription,
      });
    },
  },
  {
    method: 'GET',
    path: 'checkout/sessions/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      return ok(await expandFields(call.store, await readSession(call, 'read'), input.expand));
    },
  },
  {
    method: 'GET',
    path: 'checkout/sessions/:id/line_items',
    handle: async (call) => {
      readInput(z.strictObject(Pageable), call.input);
      const { id } = await readSession(call, 'read');
      const { lineItems = [] } = await call.store.readHidden(id);
      const url = `/v1/checkout/sessions/${id}/line_items`;
      return ok({ object: 'list', data: lineItems, has_more: false, url });
    },
  },
  {
    method: 'POST',
    path: 'checkout/sessions/:id/expire',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const session = await readSession(call, 'lock');
      if (session.status !== 'open') {
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      return ok(await expandFields(call.store, await expireSession(call, session), input.expand));
    },
  },
];
