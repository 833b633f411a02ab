import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { recurringPrice } from './checkout-sessions.ts';
import { cardFor, payInvoice } from './collecting.ts';
import { keptCard } from './customer-cards.ts';
import { expanded } from './expand.ts';
import { listReply } from './lists.ts';
import { Expandable, Flag, Integer, Metadata, Pageable, readInput } from './read-input.ts';
import { startSubscription } from './subscribing.ts';
import { cancelNow, updateSubscription } from './subscription-changes.ts';

const Create = z.strictObject({
  ...Expandable,
  customer: z.string(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  items: z
    .array(z.strictObject({ price: z.string(), quantity: Integer.pipe(z.number().min(1)).optional() }))
    .length(1),
  metadata: Metadata.optional(),
  payment_behavior: z.literal('allow_incomplete').optional(),
});
const Read = z.strictObject(Expandable);
const Feedback = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
]);
const Details = z.strictObject({ comment: z.string().optional(), feedback: Feedback.optional() });
const Update = z.strictObject({
  ...Expandable,
  cancel_at_period_end: Flag.optional(),
  cancellation_details: Details.optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  metadata: Metadata.optional(),
});
const Cancel = z.strictObject({
  ...Expandable,
  cancellation_details: Details.optional(),
  invoice_now: Flag.optional(),
  prorate: Flag.optional(),
});
const LIVE = ['active', 'incomplete', 'past_due'] as const;
const ENDED = ['canceled', 'incomplete_expired'] as const;
const List = z.strictObject({
  ...Pageable,
  customer: z.string().optional(),
  status: z.enum([...LIVE, ...ENDED, 'all', 'ended']).optional(),
});

/** Which statuses a list shows; without a word, all that have not ended. */
function statuses(asked: z.infer<typeof List>['status']): readonly string[] | null {
  if (asked === undefined) return LIVE;
  if (asked === 'all') return null;
  return asked === 'ended' ? ENDED : [asked];
}

/** Begins a subscription and tries to pay its first invoice by the card that is kept; it stays incomplete when that fails. */
async function create(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Create, call.input);
  const [item] = input.items;
  if (item === undefined) throw invalidRequest('Missing required param: items.', { param: 'items' });
  const price = await recurringPrice(call, item.price, 'items[0][price]');
  const customer = await call.store.read('customer', input.customer);
  if (customer === null) throw noSuch('customer', input.customer, 'customer', 400);
  const card = input.default_payment_method;
  if (card !== undefined) await keptCard(call, customer.id, card, 'default_payment_method');
  const { subscription, invoice } = await startSubscription(call, {
    bought: { price, quantity: item.quantity ?? 1 },
    customer: customer.id,
    defaultPaymentMethod: card ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
  });
  const method = await cardFor(call, invoice);
  if (method === null) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  }
  await payInvoice(call, invoice, { method, returnUrl: null, keep: false, byItself: false });
  const after = (await call.store.read('subscription', subscription.id)) ?? subscription;
  return ok(await expanded(call.store, after, input.expand));
}

async function locked(call: ApiCall): Promise<Stripe.Subscription> {
  const subscription = await call.store.lock('subscription', call.id);
  if (subscription === null) throw noSuch('subscription', call.id);
  return subscription;
}

export const subscriptionRoutes: ApiRoute[] = [
  { method: 'POST', path: 'subscriptions', handle: create },
  {
    method: 'GET',
    path: 'subscriptions',
    handle: async (call) => {
      const { customer, status, ...page } = readInput(List, call.input);
      const anyOf = statuses(status)?.map((each) => ({ status: each }));
      const extra = anyOf === undefined ? {} : { anyOf };
      return listReply(call, 'subscription', 'subscriptions', page, { customer }, extra);
    },
  },
  {
    method: 'GET',
    path: 'subscriptions/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const subscription = await call.store.read('subscription', call.id);
      if (subscription === null) throw noSuch('subscription', call.id);
      return ok(await expanded(call.store, subscription, input.expand));
    },
  },
  {
    method: 'POST',
    path: 'subscriptions/:id',
    handle: async (call) => {
      const { expand, ...asked } = readInput(Update, call.input);
      return ok(
        await expanded(call.store, await updateSubscription(call, await locked(call), asked), expand),
      );
    },
  },
  {
    method: 'DELETE',
    path: 'subscriptions/:id',
    handle: async (call) => {
      const input = readInput(Cancel, call.input);
      const ended = await cancelNow(call, await locked(call), input.cancellation_details);
      return ok(await expanded(call.store, ended, input.expand));
    },
  },
];
