import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { postForm, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import { eventTypes, monthlyPrice, openSession, payByForm, periodOf } from './subscription.fixture.ts';

const VISA = '4242424242424242';
const DECLINED = '4000000000000002';
const CHALLENGED = '4000002500003155';

let running: RunningSandbox;
let stripe: Stripe;
beforeAll(async () => {
  running = await startSandbox();
  ({ stripe } = running);
  await monthlyPrice(running);
});
afterAll(() => running.stop());
// Each test sees only the events since it began.
beforeEach(() => running.clock.set(new Date(running.clock.now().getTime() + 60_000)));

const success = (id: string) => `https://studio.example/membership-success?session=${id}`;
const read = (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['subscription', 'line_items', 'invoice.payments'] });
const text = async (url: string) => (await fetch(url)).text();

it('finds prices by their lookup keys, which each name one price', async () => {
  const price = await monthlyPrice(running);
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

it('subscribes by a page that works without script', async () => {
  const began = running.clock.now();
  const { id, url } = await openSession(running, { customer_email: 'ada@example.com' });
  expect(await read(id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    customer: null,
    client_reference_id: 'm1',
    amount_total: 18_000,
    expires_at: Math.floor(began.getTime() / 1000) + 86_400,
    line_items: { data: [{ description: 'Monthly Membership', price: { unit_amount: 18_000 } }] },
  });
  const page = await text(url);
  expect(page).toContain('£180.00');
  expect(page).toContain('href="https://studio.example/membership-cancelled"');
  expect(page).not.toContain('<script');

  const paid = await payByForm(url, VISA);
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(success(id));
  const session = await read(id);
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
  expect(periodOf(subscription)).toBe('2026-05-04T09:02 2026-06-04T09:02');
  expect(await stripe.paymentMethods.retrieve(String(subscription.default_payment_method))).toMatchObject({
    customer: session.customer,
    card: { last4: '4242' },
  });
  expect(await eventTypes(running, began)).toEqual([
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

it('shows why a card was declined, and takes another', async () => {
  const began = running.clock.now();
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
  expect(await read(id)).toMatchObject({ status: 'open', subscription: null });
  expect(await text(url)).not.toContain('role="alert"');

  expect((await payByForm(url, VISA, '1234')).headers.get('location')).toBe(success(id));
  expect(await read(id)).toMatchObject({ subscription: { id: unpaid[0]?.id, status: 'active' } });
  const types = await eventTypes(running, began);
  expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(2);
  expect(types.filter((type) => type === 'customer.created')).toHaveLength(1);
});

it('goes by the bank’s page when the card asks for it', async () => {
  const { id, url } = await openSession(running);
  const challenge = async () => (await payByForm(url, CHALLENGED)).headers.get('location') ?? '';
  const decide = async (address: string, action: string) => {
    const client_secret = new URL(address).searchParams.get('client_secret') ?? '';
    const response = await postForm(address, { client_secret, action });
    return response.headers.get('location') ?? '';
  };
  const failed = await decide(await challenge(), 'fail');
  expect(await text(failed)).toContain('We are unable to authenticate your payment method.');
  expect(await read(id)).toMatchObject({ status: 'open' });

  const back = await decide(await challenge(), 'authorise');
  expect(new URL(back).pathname).toBe(`/sandbox/stripe/checkout/${id}`);
  const onwards = await fetch(back, { redirect: 'manual' });
  expect(onwards.headers.get('location')).toBe(success(id));
  expect(await read(id)).toMatchObject({ status: 'complete', subscription: { status: 'active' } });
});

it('is paid once, however many tabs send the form', async () => {
  const { id, url } = await openSession(running);
  const answers = await Promise.all(Array.from({ length: 4 }, () => payByForm(url, VISA)));
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(4).fill(success(id)));
  const { customer } = await read(id);
  expect((await stripe.charges.list({ customer: String(customer) })).data).toHaveLength(1);
  expect(await text(url)).toContain('Paid already');
});

it('is for a customer who is known, and is listed by what it belongs to', async () => {
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

it('expires after a day, or when it is told to, and with it what was begun', async () => {
  const began = running.clock.now();
  const told = await openSession(running);
  expect(await stripe.checkout.sessions.expire(told.id)).toMatchObject({ status: 'expired', url: null });
  await expect(stripe.checkout.sessions.expire(told.id)).rejects.toThrow('status of expired');
  expect((await fetch(told.url)).status).toBe(410);

  const { id, url } = await openSession(running);
  running.clock.set(new Date(began.getTime() + 2 * millisecondsInHour));
  await payByForm(url, DECLINED);
  const [begun] = (await stripe.subscriptions.list({ status: 'incomplete' })).data;
  const waiting = (await payByForm(url, CHALLENGED)).headers.get('location') ?? '';
  await running.advanceTo(new Date(began.getTime() + millisecondsInDay).toISOString());

  expect(await read(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  const ended = await stripe.subscriptions.retrieve(begun?.id ?? '', { expand: ['latest_invoice'] });
  expect(ended).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } });
  expect((await fetch(waiting)).status).toBe(404);
  expect((await payByForm(url, VISA)).headers.get('location')).toBe(new URL(url).pathname);
  expect(await eventTypes(running, new Date(began.getTime() + millisecondsInDay))).toEqual([
    'payment_intent.canceled',
    'invoice.voided',
    'customer.subscription.updated',
    'checkout.session.expired',
  ]);
});

it('begins anew in the same session when the first try’s 23 hours are over', async () => {
  const began = running.clock.now();
  const { id, url } = await openSession(running);
  await payByForm(url, DECLINED);
  const [first] = (await stripe.subscriptions.list({ status: 'incomplete' })).data;
  await running.advanceTo(new Date(began.getTime() + 23.5 * millisecondsInHour).toISOString());
  expect((await payByForm(url, VISA)).status).toBe(303);
  const { subscription } = await read(id);
  expect(subscription).toMatchObject({ status: 'active', customer: first?.customer });
  expect(subscription).not.toMatchObject({ id: first?.id });
});
