import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { postForm, type RunningSandbox } from '../sandbox.fixture.ts';

const LOOKUP_KEY = 'membership';

/** Returns the membership's price; creates it if it is missing. */
export async function ensureMonthlyPrice({ stripe }: RunningSandbox): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [LOOKUP_KEY] });
  return (
    data[0] ??
    stripe.prices.create({
      currency: 'gbp',
      unit_amount: 18_000,
      recurring: { interval: 'month' },
      lookup_key: LOOKUP_KEY,
      product_data: { name: 'Monthly Membership' },
    })
  );
}

type Extra = Partial<Stripe.Checkout.SessionCreateParams>;

export async function openSession(
  running: RunningSandbox,
  extra: Extra = {},
): Promise<{ id: string; url: string }> {
  const { id: price } = await ensureMonthlyPrice(running);
  const { id, url } = await running.stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    client_reference_id: 'm1',
    metadata: { memberId: 'm1' },
    subscription_data: { metadata: { memberId: 'm1' } },
    success_url: 'https://studio.example/membership-success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://studio.example/membership-cancelled',
    ...extra,
  });
  if (url === null) throw new Error('The session has no page');
  return { id, url };
}

/** Submits a page's card form as a browser without script does. */
export function payByForm(url: string, number: string, expiry = '12 / 34'): Promise<Response> {
  return postForm(url, { cardNumber: number, cardExpiry: expiry, cardCvc: '123' });
}

/** Creates a subscription through Checkout. */
export async function subscribe(
  running: RunningSandbox,
  { number = '4242424242424242', ...extra }: Extra & { number?: string } = {},
): Promise<Stripe.Subscription> {
  const { id, url } = await openSession(running, extra);
  const response = await payByForm(url, number);
  if (response.status !== 303) throw new Error(`The page answered ${response.status}`);
  const { subscription } = await running.stripe.checkout.sessions.retrieve(id);
  return running.stripe.subscriptions.retrieve(String(subscription));
}

/** Changes the card that pays later invoices. */
export async function swapCard(running: RunningSandbox, id: string, card: string): Promise<void> {
  const { customer } = await running.stripe.subscriptions.retrieve(id);
  const method = await running.stripe.paymentMethods.attach(card, { customer: String(customer) });
  await running.stripe.subscriptions.update(id, { default_payment_method: method.id });
}

/** Ends every subscription, so that a later move of the clock renews none of them. */
export async function endSubscriptions({ stripe }: RunningSandbox): Promise<void> {
  for await (const { id } of stripe.subscriptions.list({ limit: 100 })) await stripe.subscriptions.cancel(id);
}

/** Returns the types of the events since an instant, oldest first. */
export async function listEventTypes({ stripe }: RunningSandbox, since: Date): Promise<string[]> {
  const types: string[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const { type } of stripe.events.list({ created, limit: 100 })) types.unshift(type);
  return types;
}

export function toIsoMinutes(seconds: number | null | undefined): string | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString().slice(0, 16) : null;
}

export function formatPeriod(subscription: Stripe.Subscription): string {
  const [item] = subscription.items.data;
  return `${toIsoMinutes(item?.current_period_start)} ${toIsoMinutes(item?.current_period_end)}`;
}
