import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { postForm, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import {
  ensureMonthlyPrice,
  formatPeriod,
  listEventTypes,
  openSession,
  payByForm,
} from './subscription.fixture.ts';

const VISA = '4242424242424242';
const DECLINED = '4000000000000002';
const CHALLENGED = '4000002500003155';

let running: RunningSandbox;
let stripe: Stripe;
beforeEach(async () => {
  running = await startSandbox();
  ({ stripe } = running);
  await ensureMonthlyPrice(running);
  // Advances the clock, so that a test can select its events, without those of the price, by time.
  running.clock.set(new Date(running.clock.now().getTime() + 60_000));
});
afterEach(() => running?.stop());

const createSuccessUrl = (id: string) => `https://studio.example/membership-success?session=${id}`;
const readSession = (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'line_items', 'invoice.payments'] });
const fetchText = async (url: string) => (await fetch(url)).text();

it('lists prices by lookup key, and lets each key name one price', async () => {
  const price = await ensureMonthlyPrice(running);
  expect(price).toMatchObject({ unit_amount: 18_000, recurring: { interval: 'month', interval_count: 1 } });
  expect(price.unit_amount_decimal?.toString()).toBe('18000');
  expect(await stripe.products.retrieve(String(price.product))).toMatchObject({ name: 'Monthly Membership' });
  const again = {
    currency: 'gbp',
    unit_amount: 19_000,
    product: String(price.product),
    recurring: { interval: 'month' as const },
    lookup_key: 'old',
  };
  const old = await stripe.prices.create(again);
  await expect(stripe.prices.create(again)).rejects.toThrow('already uses that lookup key');
  const moved = await stripe.prices.create({ ...again, transfer_lookup_key: true });
  const found = await stripe.prices.list({ lookup_keys: ['old', 'none'] });
  expect(found.data.map(({ id }) => id)).toEqual([moved.id]);
  expect((await stripe.prices.retrieve(old.id)).lookup_key).toBeNull();
});

it('creates a subscription through a page without script', async () => {
  const startedAt = running.clock.now();
  const { id, url } = await openSession(running, { customer_email: 'ada@example.com' });
  expect(await readSession(id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    customer: null,
    client_reference_id: 'm1',
    amount_total: 18_000,
    expires_at: Math.floor(startedAt.getTime() / 1000) + 86_400,
    line_items: { data: [{ description: 'Monthly Membership', price: { unit_amount: 18_000 } }] },
  });
  const page = await fetchText(url);
  expect(page).toContain('£180.00');
  expect(page).toContain('href="https://studio.example/membership-cancelled"');
  expect(page).not.toContain('<script');

  const paid = await payByForm(url, VISA);
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(createSuccessUrl(id));
  const session = await readSession(id);
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'ada@example.com' },
    subscription: { status: 'active', metadata: { memberId: 'm1' }, cancel_at_period_end: false },
    invoice: {
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 18_000,
      attempt_count: 1,
      parent: { subscription_details: { metadata: { memberId: 'm1' } } },
      payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
    },
  });
  const { subscription } = session;
  if (subscription === null || typeof subscription === 'string') throw new Error('Not expanded');
  expect(formatPeriod(subscription)).toBe('2026-05-04T09:01 2026-06-04T09:01');
  expect(await stripe.paymentMethods.retrieve(String(subscription.default_payment_method))).toMatchObject({
    customer: session.customer,
    card: { last4: '4242' },
  });
  expect(await listEventTypes(running, startedAt)).toEqual([
    'customer.created',
    'customer.subscription.created',
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'payment_method.attached',
    'customer.subscription.updated',
    'checkout.session.completed',
  ]);
});

it('shows why a card was declined, and accepts another', async () => {
  const startedAt = running.clock.now();
  const { id, url } = await openSession(running);
  for (const number of [DECLINED, '4000000000000341']) {
    const declined = await payByForm(url, number);
    expect(declined.status).toBe(402);
    const page = await declined.text();
    expect(page).toContain('role="alert">Your card was declined.');
    expect(page).not.toContain(number);
  }
  const mistyped = await payByForm(url, '4242424242424241');
  expect(await mistyped.text()).toContain('Your card number is incorrect.');
  expect(await (await payByForm(url, VISA, 'soon')).text()).toContain('MM / YY.');
  expect(await (await payByForm(url, VISA, '04/26')).text()).toContain('expiration month is invalid');
  const { data: unpaid } = await stripe.subscriptions.list({ status: 'incomplete' });
  expect(unpaid).toHaveLength(1);
  expect(await readSession(id)).toMatchObject({ status: 'open', subscription: null });
  expect(await fetchText(url)).not.toContain('role="alert"');

  expect((await payByForm(url, VISA, '1234')).headers.get('location')).toBe(createSuccessUrl(id));
  expect(await readSession(id)).toMatchObject({ subscription: { id: unpaid[0]?.id, status: 'active' } });
  const types = await listEventTypes(running, startedAt);
  expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(2);
  expect(types.filter((type) => type === 'customer.created')).toHaveLength(1);
});

it('redirects to the bank’s page when the card requires authentication', async () => {
  const { id, url } = await openSession(running);
  const startChallenge = async () => (await payByForm(url, CHALLENGED)).headers.get('location') ?? '';
  const decide = async (address: string, action: string) => {
    const client_secret = new URL(address).searchParams.get('client_secret') ?? '';
    const response = await postForm(address, { client_secret, action });
    return response.headers.get('location') ?? '';
  };
  const failed = await decide(await startChallenge(), 'fail');
  expect(await fetchText(failed)).toContain('We are unable to authenticate your payment method.');
  expect(await readSession(id)).toMatchObject({ status: 'open' });

  const back = await decide(await startChallenge(), 'authorise');
  expect(new URL(back).pathname).toBe(`/sandbox/stripe/checkout/${id}`);
  const redirect = await fetch(back, { redirect: 'manual' });
  expect(redirect.headers.get('location')).toBe(createSuccessUrl(id));
  expect(await readSession(id)).toMatchObject({ status: 'complete', subscription: { status: 'active' } });
});

it('charges once when several tabs submit the form concurrently', async () => {
  const { id, url } = await openSession(running);
  const answers = await Promise.all(Array.from({ length: 4 }, () => payByForm(url, VISA)));
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(4).fill(createSuccessUrl(id)));
  const { customer } = await readSession(id);
  expect((await stripe.charges.list({ customer: String(customer) })).data).toHaveLength(1);
  expect(await fetchText(url)).toContain('Paid already');
});

it('uses an existing customer, and lists sessions by customer and by subscription', async () => {
  const customer = await stripe.customers.create({ metadata: { memberId: 'm2' } });
  const { id, url } = await openSession(running, { customer: customer.id });
  await payByForm(url, VISA);
  const { subscription } = await stripe.checkout.sessions.retrieve(id);
  for (const query of [{ customer: customer.id }, { subscription: String(subscription) }]) {
    expect((await stripe.checkout.sessions.list(query)).data.map((session) => session.id)).toEqual([id]);
  }
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  expect((await stripe.checkout.sessions.listLineItems(id)).data).toHaveLength(1);
  await expect(
    openSession(running, { customer: customer.id, customer_email: 'ada@example.com' }),
  ).rejects.toThrow('only specify one');
});

it('expires after a day or on request, with its unpaid subscription', async () => {
  const startedAt = running.clock.now();
  const expiredByRequest = await openSession(running);
  expect(await stripe.checkout.sessions.expire(expiredByRequest.id)).toMatchObject({
    status: 'expired',
    url: null,
  });
  await expect(stripe.checkout.sessions.expire(expiredByRequest.id)).rejects.toThrow('status of expired');
  expect((await fetch(expiredByRequest.url)).status).toBe(410);

  const { id, url } = await openSession(running);
  running.clock.set(new Date(startedAt.getTime() + 2 * millisecondsInHour));
  await payByForm(url, DECLINED);
  const [unpaid] = (await stripe.subscriptions.list({ status: 'incomplete' })).data;
  const challengeUrl = (await payByForm(url, CHALLENGED)).headers.get('location') ?? '';
  await running.advanceTo(new Date(startedAt.getTime() + millisecondsInDay).toISOString());

  expect(await readSession(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  const ended = await stripe.subscriptions.retrieve(unpaid?.id ?? '', { expand: ['latest_invoice'] });
  expect(ended).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } });
  expect((await fetch(challengeUrl)).status).toBe(404);
  expect((await payByForm(url, VISA)).headers.get('location')).toBe(new URL(url).pathname);
  expect(await listEventTypes(running, new Date(startedAt.getTime() + millisecondsInDay))).toEqual([
    'payment_intent.canceled',
    'invoice.voided',
    'customer.subscription.updated',
    'checkout.session.expired',
  ]);
});

it('creates a new subscription in the same session after the first one expired', async () => {
  const startedAt = running.clock.now();
  const { id, url } = await openSession(running);
  await payByForm(url, DECLINED);
  const [first] = (await stripe.subscriptions.list({ status: 'incomplete' })).data;
  await running.advanceTo(new Date(startedAt.getTime() + 23.5 * millisecondsInHour).toISOString());
  expect((await payByForm(url, VISA)).status).toBe(303);
  const { subscription } = await readSession(id);
  expect(subscription).toMatchObject({ status: 'active', customer: first?.customer });
  expect(subscription).not.toMatchObject({ id: first?.id });
});
