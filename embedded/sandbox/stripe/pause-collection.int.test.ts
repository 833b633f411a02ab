import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import {
  endSubscriptions,
  ensureMonthlyPrice,
  formatPeriod,
  listEventTypes,
  subscribe,
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

const read = (id: string) => stripe.subscriptions.retrieve(id);
const seconds = (iso: string) => Date.parse(iso) / 1_000;
/** Statuses of a subscription's invoices, oldest first. */
const listStatuses = async (subscription: string) =>
  (await stripe.invoices.list({ subscription })).data.map(({ status }) => status).toReversed();

it('voids the invoices until collection resumes by itself, and the subscription stays active', async () => {
  running.clock.set(new Date('2027-02-12T12:00:00Z'));
  const { id } = await subscribe(running);
  const preview = await stripe.invoices.createPreview({ subscription: id });
  expect(preview.lines.data[0]?.period).toEqual({
    start: seconds('2027-03-12T12:00:00Z'),
    end: seconds('2027-04-12T12:00:00Z'),
  });
  const pause = { behavior: 'void', resumes_at: seconds('2027-04-11T12:00:00Z') } as const;
  await stripe.subscriptions.update(id, { pause_collection: pause });
  expect((await read(id)).pause_collection).toEqual(pause);

  const since = new Date('2027-02-20T00:00:00Z');
  await running.advanceTo('2027-03-13T00:00:00Z');
  const paused = await read(id);
  expect([paused.status, formatPeriod(paused)]).toEqual(['active', '2027-03-12T12:00 2027-04-12T12:00']);
  expect(await listStatuses(id)).toEqual(['paid', 'void']);
  const types = await listEventTypes(running, since);
  expect(types).toContain('invoice.voided');
  expect(types).not.toContain('invoice.upcoming');
  expect(types).not.toContain('invoice.paid');

  await running.advanceTo('2027-04-11T12:00:01Z');
  expect((await read(id)).pause_collection).toBeNull();
  const resumed = running.events().findLast(({ type }) => type === 'customer.subscription.updated');
  expect(resumed?.data.previous_attributes).toEqual({ pause_collection: pause });
  await running.advanceTo('2027-04-13T00:00:00Z');
  expect(await listStatuses(id)).toEqual(['paid', 'void', 'paid']);
  expect(await listEventTypes(running, since)).toContain('invoice.upcoming');
});

it('goes on collecting when the pause is unset, and charges no upgrade while it is set', async () => {
  const { id, items } = await subscribe(running);
  const later = Math.floor(running.clock.now().getTime() / 1_000) + 90 * 86_400;
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void', resumes_at: later } });
  const price = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 22_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Larger' },
  });
  await expect(
    stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: price.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  ).rejects.toMatchObject({ statusCode: 400 });
  expect((await stripe.subscriptions.update(id, { pause_collection: '' })).pause_collection).toBeNull();
  await running.advanceTo(new Date(running.clock.now().getTime() + 32 * 86_400_000).toISOString());
  expect(await listStatuses(id)).toEqual(['paid', 'paid']);
});

it('pauses without an end, and refuses one in the past and other behaviours', async () => {
  const { id } = await subscribe(running);
  const update = (pause_collection: Stripe.SubscriptionUpdateParams['pause_collection']) =>
    stripe.subscriptions.update(id, { pause_collection: pause_collection ?? '' });
  expect((await update({ behavior: 'void' })).pause_collection).toEqual({
    behavior: 'void',
    resumes_at: null,
  });
  await expect(update({ behavior: 'void', resumes_at: 1 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'pause_collection[resumes_at]',
  });
  await expect(update({ behavior: 'keep_as_draft' })).rejects.toMatchObject({ statusCode: 400 });
});
