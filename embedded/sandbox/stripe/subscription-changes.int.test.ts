import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import {
  endSubscriptions,
  ensureMonthlyPrice,
  listEventTypes,
  subscribe,
  swapCard,
  toIsoMinutes,
} from './subscription.fixture.ts';

let running: RunningSandbox;
let stripe: Stripe;
beforeAll(async () => {
  running = await startSandbox();
  ({ stripe } = running);
  await ensureMonthlyPrice(running);
});
afterEach(() => endSubscriptions(running));
afterAll(() => running?.stop());

const readSubscription = (id: string) => stripe.subscriptions.retrieve(id);
const daysFromNow = (days: number) =>
  new Date(running.clock.now().getTime() + days * millisecondsInDay).toISOString();

it('ends with its period on request, without a reminder or a charge', async () => {
  const { id, items } = await subscribe(running);
  const end = items.data[0]?.current_period_end;
  const requestedAt = Math.floor(running.clock.now().getTime() / 1000);
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: end,
    canceled_at: requestedAt,
    ended_at: null,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  await running.advanceTo(daysFromNow(1));
  const since = running.clock.now();
  await running.advanceTo(daysFromNow(40));
  expect(await readSubscription(id)).toMatchObject({
    status: 'canceled',
    ended_at: end,
    canceled_at: requestedAt,
  });
  expect(await listEventTypes(running, since)).toEqual(['customer.subscription.deleted']);
});

it('renews after the cancellation is undone', async () => {
  const { id } = await subscribe(running);
  await stripe.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: 'Away', feedback: 'unused' },
  });
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: { comment: 'Away', feedback: 'unused', reason: null },
  });
  await running.advanceTo(daysFromNow(32));
  expect((await readSubscription(id)).status).toBe('active');
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2);
});

it('ends immediately when it is cancelled, and stays ended', async () => {
  const { id } = await subscribe(running);
  const ended = await stripe.subscriptions.cancel(id);
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'cancellation_requested' },
  });
  expect(toIsoMinutes(ended.ended_at)).toBe(running.clock.now().toISOString().slice(0, 16));
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
    statusCode: 400,
    code: 'invalid_canceled_subscription_fields',
  });
  await running.advanceTo(daysFromNow(40));
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});

it('is not retried after it is cancelled with an open invoice', async () => {
  const { id } = await subscribe(running);
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  await running.advanceTo(daysFromNow(32));
  await stripe.subscriptions.cancel(id);
  await running.advanceTo(daysFromNow(10));
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data;
  expect(invoice).toMatchObject({ status: 'open', auto_advance: false, next_payment_attempt: null });
  expect((await readSubscription(id)).cancellation_details?.reason).toBe('cancellation_requested');
});

it('is listed by customer and status, and keeps its metadata', async () => {
  const customer = await stripe.customers.create({});
  const first = await subscribe(running, { customer: customer.id });
  await stripe.subscriptions.cancel(first.id);
  const second = await subscribe(running, { customer: customer.id });
  const listIds = async (status?: Stripe.SubscriptionListParams.Status) => {
    const query = { customer: customer.id, ...(status === undefined ? {} : { status }) };
    return (await stripe.subscriptions.list(query)).data.map(({ id }) => id);
  };
  expect(await listIds()).toEqual([second.id]);
  expect(await listIds('active')).toEqual([second.id]);
  expect(await listIds('canceled')).toEqual([first.id]);
  expect(await listIds('ended')).toEqual([first.id]);
  expect(await listIds('all')).toEqual([second.id, first.id]);
  expect(await listIds('past_due')).toEqual([]);
  const { metadata } = await stripe.subscriptions.update(second.id, {
    metadata: { memberId: '', note: 'x' },
  });
  expect(metadata).toEqual({ note: 'x' });
});

it('is created through the API with an attached card', async () => {
  const { id: price } = await ensureMonthlyPrice(running);
  const customer = await stripe.customers.create({});
  const create = (extra: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer: customer.id, items: [{ price }], ...extra });
  await expect(create()).rejects.toThrow('no attached payment source');
  await expect(create({ default_payment_method: 'pm_none' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
  await expect(
    stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: customer.id }),
  ).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' });

  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: failing.id },
  });
  const unpaid = await create();
  expect(unpaid.status).toBe('incomplete');
  expect(await stripe.subscriptions.cancel(unpaid.id)).toMatchObject({ status: 'incomplete_expired' });

  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  expect(await create({ default_payment_method: visa.id })).toMatchObject({ status: 'active' });
  const { data } = await stripe.customers.listPaymentMethods(customer.id);
  expect(data.map(({ card }) => card?.last4)).toEqual(['4242', '0341']);
  expect((await stripe.paymentMethods.detach(visa.id)).customer).toBeNull();
});
