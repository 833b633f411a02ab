import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { cardError, invalidRequest, type StripeApiError } from './api-error.ts';
import type { Transaction } from './api-route.ts';
import { findDefaultCard, payInvoice } from './invoice-collection.ts';
import { createInvoice, newInvoiceId } from './invoice-creation.ts';
import type { Proration } from './invoice-object.ts';
import { scheduleRenewal } from './schedule-renewal.ts';
import { getItem, getRecurrence, toPlan } from './subscription-object.ts';

type Subscription = Stripe.Subscription;

export interface PriceChange {
  price: Stripe.Price;
  /** When the price changes, Unix seconds. */
  at: number;
}

const hasSameInterval = (a: Stripe.Price, b: Stripe.Price): boolean => {
  const [one, other] = [getRecurrence(a), getRecurrence(b)];
  return one.interval === other.interval && one.interval_count === other.interval_count;
};

/** The subscription with another price of its item. */
export function withPrice(subscription: Subscription, price: Stripe.Price): Subscription {
  const item = { ...getItem(subscription), price, plan: toPlan(price) };
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

/** Credits what is left of the period at the old price and charges it at the new one, by the second, as Stripe does. */
export function computeProrations(
  subscription: Subscription,
  { price, at }: PriceChange,
): { prorations: Proration[]; period: { start: number; end: number } } {
  const { price: before, current_period_start: start, current_period_end: end } = getItem(subscription);
  if (!hasSameInterval(before, price))
    throw invalidRequest('The sandbox prorates prices of one interval only.', { param: 'items[0][price]' });
  if (at < start || at > end)
    throw invalidRequest('The `proration_date` must be within the current period.', {
      param: 'proration_date',
    });
  const day = new Date(at * 1_000).toISOString().slice(0, 10);
  const part = (end - at) / (end - start);
  const of = ({ unit_amount: amount }: Stripe.Price) => Math.round((amount ?? 0) * part);
  const prorations = [
    { price: before, amount: -of(before), description: `Unused time after ${day}` },
    { price, amount: of(price), description: `Remaining time after ${day}` },
  ];
  return { prorations, period: { start: at, end } };
}

/**
 * Changes the price without a charge. At another interval Stripe would begin a period now: a trial to the end of the current one keeps
 * it from charging until then.
 */
export async function changeNextPeriod(
  tx: Transaction,
  subscription: Subscription,
  price: Stripe.Price,
  trialEnd: number | undefined,
): Promise<Subscription> {
  const { price: before, current_period_end: end } = getItem(subscription);
  if (trialEnd === undefined) {
    if (hasSameInterval(before, price)) return withPrice(subscription, price);
    throw invalidRequest(
      'The sandbox changes the interval of a price with a trial to the end of the period only.',
      {
        param: 'items[0][price]',
      },
    );
  }
  if (trialEnd !== end)
    throw invalidRequest('The sandbox has trials to the end of the current period only.', {
      param: 'trial_end',
    });
  const changed: Subscription = {
    ...withPrice(subscription, price),
    status: subscription.status === 'active' ? 'trialing' : subscription.status,
    trial_start: tx.now.getTime() / 1_000,
    trial_end: trialEnd,
    billing_cycle_anchor: trialEnd,
  };
  await scheduleRenewal(tx, changed);
  return changed;
}

/** Charges the rest of the period immediately. @throws StripeApiError 402 when the card is refused, and nothing is changed */
export async function upgradeNow(
  tx: Transaction,
  before: Subscription,
  after: Subscription,
  change: PriceChange,
): Promise<string> {
  if (before.pause_collection !== null)
    throw invalidRequest('The sandbox charges no upgrade while collection is paused.', {
      param: 'items[0][price]',
    });
  const { prorations, period } = computeProrations(before, change);
  const id = newInvoiceId();
  const request = { id, subscription: after, reason: 'subscription_update', period, prorations } as const;
  const invoice = await createInvoice(tx, request);
  if (invoice.amount_due <= 0)
    throw invalidRequest('The sandbox charges for upgrades only.', { param: 'items[0][price]' });
  const method = await findDefaultCard(tx, invoice);
  if (method === null)
    throw invalidRequest('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    });
  const intent = await payInvoice(tx, invoice, {
    method,
    returnUrl: null,
    saveCard: false,
    isAutomatic: false,
  });
  if (intent.status !== 'succeeded') throw declined(intent);
  return id;
}

function declined({ last_payment_error: error }: Stripe.PaymentIntent): StripeApiError {
  const { code = 'card_declined', message = 'Your card was declined.', decline_code } = error ?? {};
  return cardError(code, message, decline_code === undefined ? {} : { decline_code });
}
