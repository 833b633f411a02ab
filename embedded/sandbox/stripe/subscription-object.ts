import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { getNextCycleStart, type Recurrence } from './billing-cycle.ts';
import { newId, toUnixSeconds } from './ids.ts';

export interface PurchasedItem {
  price: Stripe.Price;
  quantity: number;
}

/** The price as a plan, Stripe's older object of the same id. */
export function toPlan(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export const getRecurrence = ({ recurring }: Stripe.Price): Recurrence =>
  recurring ?? { interval: 'month', interval_count: 1 };

/** 'month', '4 weeks' */
export function formatRecurrence(price: Stripe.Price): string {
  const { interval, interval_count: count } = getRecurrence(price);
  return count === 1 ? interval : `${count} ${interval}s`;
}

export interface SubscriptionFacts {
  item: PurchasedItem;
  customer: string;
  defaultPaymentMethod: string | null;
  description: string | null;
  latestInvoice: string;
  metadata: Record<string, string>;
  now: Date;
}

/** A subscription whose first invoice is unpaid; its cycle starts now. Long, since Stripe's object has this many fields. */
export function newSubscription(facts: SubscriptionFacts): Stripe.Subscription {
  const id = newId('sub');
  const now = toUnixSeconds(facts.now);
  const { price, quantity } = facts.item;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: facts.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: facts.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: now,
          current_period_end: getNextCycleStart(now, now, getRecurrence(price)),
          current_period_start: now,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: toPlan(price),
          price,
          quantity,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: facts.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

/** Returns the subscription's one item, which in this API version has the price and the billed period. */
export function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`The subscription ${subscription.id} has no item`);
  return item;
}

/** Returns the period after the current one. */
export function getNextPeriod(subscription: Stripe.Subscription): { start: number; end: number } {
  const { current_period_end: start, price } = getItem(subscription);
  return { start, end: getNextCycleStart(subscription.billing_cycle_anchor, start, getRecurrence(price)) };
}

/** Moves the subscription to its next period, billed by that invoice. */
export function toNextPeriod(subscription: Stripe.Subscription, invoice: string): Stripe.Subscription {
  const { start, end } = getNextPeriod(subscription);
  const item = { ...getItem(subscription), current_period_start: start, current_period_end: end };
  // A trial ends with the period that it was for.
  const status = subscription.status === 'trialing' ? 'active' : subscription.status;
  return {
    ...subscription,
    status,
    items: { ...subscription.items, data: [item] },
    latest_invoice: invoice,
  };
}

/** Whether the subscription will renew. */
export function isRunning({ status }: Pick<Stripe.Subscription, 'status'>): boolean {
  return status === 'active' || status === 'past_due' || status === 'trialing';
}

export function getId(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
