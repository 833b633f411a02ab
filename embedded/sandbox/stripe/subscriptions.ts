import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { readRecurringPrice } from './checkout-sessions.ts';
import { readAttachedCard } from './customer-cards.ts';
import { expandFields } from './expand.ts';
import { findDefaultCard, payInvoice } from './invoice-collection.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Flag, Integer, Metadata, Pageable, readInput } from './read-input.ts';
import { cancelImmediately, updateSubscription } from './subscription-changes.ts';
import { startSubscription } from './subscription-lifecycle.ts';

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

/** Returns the statuses that a list shows: by default all that have not ended. Null means any. */
function toStatuses(requested: z.infer<typeof List>['status']): readonly string[] | null {
  if (requested === undefined) return LIVE;
  if (requested === 'all') return null;
  return requested === 'ended' ? ENDED : [requested];
}

/** Creates a subscription and tries to pay its first invoice by the attached card; if that fails, it stays incomplete. */
async function create(call: ApiCall): Promise<ApiReply> {
  const input = readInput(Create, call.input);
  const [item] = input.items;
  if (item === undefined) throw invalidRequest('Missing required param: items.', { param: 'items' });
  const price = await readRecurringPrice(call, item.price, 'items[0][price]');
  const customer = await call.store.read('customer', input.customer);
  if (customer === null) throw noSuch('customer', input.customer, 'customer', 400);
  const card = input.default_payment_method;
  if (card !== undefined) await readAttachedCard(call, customer.id, card, 'default_payment_method');
  const { subscription, invoice } = await startSubscription(call, {
    item: { price, quantity: item.quantity ?? 1 },
    customer: customer.id,
    defaultPaymentMethod: card ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
  });
  const method = await findDefaultCard(call, invoice);
  if (method === null) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  }
  await payInvoice(call, invoice, { method, returnUrl: null, saveCard: false, isAutomatic: false });
  const after = (await call.store.read('subscription', subscription.id)) ?? subscription;
  return ok(await expandFields(call.store, after, input.expand));
}

async function lockSubscription(call: ApiCall): Promise<Stripe.Subscription> {
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
      const anyOf = toStatuses(status)?.map((each) => ({ status: each }));
      const extra = anyOf === undefined ? {} : { anyOf };
      return createListReply(call, 'subscription', 'subscriptions', page, { customer }, extra);
    },
  },
  {
    method: 'GET',
    path: 'subscriptions/:id',
    handle: async (call) => {
      const input = readInput(Read, call.input);
      const subscription = await call.store.read('subscription', call.id);
      if (subscription === null) throw noSuch('subscription', call.id);
      return ok(await expandFields(call.store, subscription, input.expand));
    },
  },
  {
    method: 'POST',
    path: 'subscriptions/:id',
    handle: async (call) => {
      const { expand, ...update } = readInput(Update, call.input);
      return ok(
        await expandFields(
          call.store,
          await updateSubscription(call, await lockSubscription(call), update),
          expand,
        ),
      );
    },
  },
  {
    method: 'DELETE',
    path: 'subscriptions/:id',
    handle: async (call) => {
      const input = readInput(Cancel, call.input);
      const ended = await cancelImmediately(call, await lockSubscription(call), input.cancellation_details);
      return ok(await expandFields(call.store, ended, input.expand));
    },
  },
];
