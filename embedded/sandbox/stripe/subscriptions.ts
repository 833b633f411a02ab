import { z } from 'zod';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import { type ApiCall, type ApiReply, type ApiRoute, ok } from './api-route.ts';
import { computeProrations, type PriceChange } from './change-price.ts';
import { readRecurringPrice } from './checkout-sessions.ts';
import { readAttachedCard } from './customer-cards.ts';
import { expandFields } from './expand.ts';
import { toUnixSeconds } from './ids.ts';
import { findDefaultCard, payInvoice } from './invoice-collection.ts';
import { previewInvoice } from './invoice-creation.ts';
import { createListReply } from './list-reply.ts';
import { Expandable, Flag, Integer, Metadata, Pageable, readInput } from './read-input.ts';
import { cancelImmediately, updateSubscription } from './subscription-changes.ts';
import { startSubscription } from './subscription-lifecycle.ts';
import { getItem, getNextPeriod } from './subscription-object.ts';

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
const Items = z.array(z.strictObject({ id: z.string(), price: z.string() })).length(1);
/** Empty text unsets it, as in Stripe's SDK. */
const PauseCollection = z.union([
  z.literal(''),
  z.strictObject({ behavior: z.literal('void'), resumes_at: Integer.optional() }),
]);
const Update = z.strictObject({
  ...Expandable,
  items: Items.optional(),
  proration_behavior: z.enum(['none', 'always_invoice']).optional(),
  proration_date: Integer.optional(),
  payment_behavior: z.literal('error_if_incomplete').optional(),
  trial_end: Integer.optional(),
  cancel_at_period_end: Flag.optional(),
  cancellation_details: Details.optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  metadata: Metadata.optional(),
  pause_collection: PauseCollection.optional(),
});
const Cancel = z.strictObject({
  ...Expandable,
  cancellation_details: Details.optional(),
  invoice_now: Flag.optional(),
  prorate: Flag.optional(),
});
const LIVE = ['active', 'incomplete', 'past_due', 'trialing'] as const;
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

/** Stripe prorates by default, which the sandbox does only when it is asked. */
function readIsCharged(behavior: string | undefined, payment: string | undefined): boolean {
  if (behavior === 'none') return false;
  if (behavior === 'always_invoice' && payment === 'error_if_incomplete') return true;
  throw invalidRequest(
    'The sandbox changes a price with the `proration_behavior` none, or always_invoice with the `payment_behavior` error_if_incomplete.',
    { param: 'proration_behavior' },
  );
}

async function readPriceChange(
  call: ApiCall,
  subscription: Stripe.Subscription,
  [item]: z.infer<typeof Items>,
  date: number | undefined,
): Promise<PriceChange> {
  if (item?.id !== getItem(subscription).id)
    throw invalidRequest('Invalid subscription item id.', { param: 'items[0][id]' });
  const price = await readRecurringPrice(call, item.price, 'items[0][price]');
  return { price, at: date ?? toUnixSeconds(call.now) };
}

const Preview = z.strictObject({
  ...Expandable,
  subscription: z.string(),
  subscription_details: z
    .strictObject({
      items: Items,
      proration_behavior: z.literal('always_invoice'),
      proration_date: Integer.optional(),
    })
    .optional(),
});

/** The next period's invoice, or what a change of price would charge immediately. */
async function previewNextInvoice(call: ApiCall): Promise<ApiReply> {
  const { subscription: id, subscription_details: details, expand } = readInput(Preview, call.input);
  const subscription = await call.store.read('subscription', id);
  if (subscription === null) throw noSuch('subscription', id, 'subscription', 400);
  const charged =
    details === undefined
      ? { period: getNextPeriod(subscription) }
      : computeProrations(
          subscription,
          await readPriceChange(call, subscription, details.items, details.proration_date),
        );
  return ok(await expandFields(call.store, await previewInvoice(call, { subscription, ...charged }), expand));
}

export const subscriptionRoutes: ApiRoute[] = [
  { method: 'POST', path: 'subscriptions', handle: create },
  { method: 'POST', path: 'invoices/create_preview', handle: previewNextInvoice },
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
      const { expand, items, proration_behavior, proration_date, payment_behavior, ...update } = readInput(
        Update,
        call.input,
      );
      const before = await lockSubscription(call);
      const change =
        items === undefined
          ? undefined
          : {
              ...(await readPriceChange(call, before, items, proration_date)),
              isCharged: readIsCharged(proration_behavior, payment_behavior),
            };
      return ok(
        await expandFields(call.store, await updateSubscription(call, before, { ...update, change }), expand),
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
