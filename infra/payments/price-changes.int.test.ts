import { millisecondsInDay } from 'date-fns/constants';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningSandbox, SECRET_KEY, startSandbox } from '#embedded/sandbox/sandbox.fixture.ts';
import { payByForm, swapCard } from '#embedded/sandbox/stripe/subscription.fixture.ts';
import { PaymentDeclined } from './errors.ts';
import type { RecurringPrice } from './recurring-price.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

const START = new Date('2026-06-01T09:00:00.000Z');
const toPrice = (amountPence: number, interval: RecurringPrice['interval']): RecurringPrice => ({
  lookupKey: `plan-${amountPence}-${interval.unit}`,
  amountPence,
  interval,
  product: { id: `membership-plan-${amountPence}`, name: `Plan of ${amountPence}` },
});
const month = { unit: 'month', count: 1 } as const;
const twelve = toPrice(18_000, month);
const sixteen = toPrice(22_000, month);
const fourWeeks = toPrice(11_000, { unit: 'week', count: 4 });

let running: RunningSandbox;
let subscriptions: Subscriptions;
let id: string;
beforeEach(async () => {
  running = await startSandbox();
  running.clock.set(START);
  const apiBase = `${running.origin}/sandbox/stripe`;
  subscriptions = createSubscriptions({ secretKey: SECRET_KEY, apiBase, timeoutMs: 5_000 });
  const page = await subscriptions.createCheckoutSession({
    memberId: 'member-7',
    price: twelve,
    metadata: { planId: '1' },
    successUrl: 'https://studio.example/membership-success?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://studio.example/membership-cancelled',
    idempotencyKey: 'page',
  });
  await payByForm(page.url, '4242424242424242');
  id = (await subscriptions.readCheckoutSession(page.id)).subscriptionId ?? '';
});
afterEach(() => running?.stop());

const laterBy = (days: number) => new Date(START.getTime() + days * millisecondsInDay).toISOString();
const listInvoices = async () =>
  (await subscriptions.listInvoices(id)).map(({ reason, amountPaidPence, periodStart, metadata }) => [
    reason,
    amountPaidPence,
    periodStart.toISOString().slice(0, 10),
    metadata.planId,
  ]);

it('charges another price from the next period, and nothing before', async () => {
  await running.advanceTo(laterBy(10));
  const change = { price: sixteen, metadata: { planId: '16' } };
  const changed = await subscriptions.changeNextPeriod(id, change, 'change');
  expect(changed).toMatchObject({ status: 'active', metadata: { memberId: 'member-7', planId: '16' } });
  expect(await listInvoices()).toEqual([['first', 18_000, '2026-06-01', '1']]);
  await running.advanceTo(laterBy(31));
  expect(await listInvoices()).toEqual([
    ['renewal', 22_000, '2026-07-01', '16'],
    ['first', 18_000, '2026-06-01', '1'],
  ]);
});

it('keeps the period that is paid when the next one has another interval, also when that is withdrawn', async () => {
  await running.advanceTo(laterBy(10));
  const change = { price: fourWeeks, metadata: { planId: '8' } };
  const changed = await subscriptions.changeNextPeriod(id, change, 'change');
  expect(changed.currentPeriodEnd.toISOString()).toBe('2026-07-01T09:00:00.000Z');
  // A repetition finds the price that the first call set.
  const repeated = await subscriptions.changeNextPeriod(id, change, 'change');
  expect(repeated.currentPeriodEnd).toEqual(changed.currentPeriodEnd);
  await subscriptions.changeNextPeriod(id, { price: twelve, metadata: { planId: '1' } }, 'back');
  await subscriptions.changeNextPeriod(id, change, 'again');
  await running.advanceTo(laterBy(59));
  expect(await listInvoices()).toEqual([
    ['renewal', 11_000, '2026-07-29', '8'],
    ['renewal', 11_000, '2026-07-01', '8'],
    ['first', 18_000, '2026-06-01', '1'],
  ]);
  expect(await subscriptions.readSubscription(id)).toMatchObject({ status: 'active' });
});

it('charges for the rest of the period what it showed before, and the new price from then on', async () => {
  await running.advanceTo(laterBy(15));
  const at = new Date(laterBy(15));
  const { amountPence } = await subscriptions.previewUpgrade(id, { price: sixteen, at });
  expect(amountPence).toBe(2_000);
  expect(await listInvoices()).toHaveLength(1);
  const upgrade = { price: sixteen, metadata: { planId: '16' }, at };
  const upgraded = await subscriptions.upgradeNow(id, upgrade, 'upgrade');
  expect(await subscriptions.upgradeNow(id, upgrade, 'upgrade')).toEqual(upgraded);
  expect(upgraded.currentPeriodEnd.toISOString()).toBe('2026-07-01T09:00:00.000Z');
  await running.advanceTo(laterBy(31));
  expect(await listInvoices()).toEqual([
    ['renewal', 22_000, '2026-07-01', '16'],
    ['change', 2_000, '2026-06-16', '16'],
    ['first', 18_000, '2026-06-01', '1'],
  ]);
});

it('changes nothing when the card is refused for an upgrade', async () => {
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  await running.advanceTo(laterBy(15));
  const upgrade = { price: sixteen, metadata: { planId: '16' }, at: new Date(laterBy(15)) };
  await expect(subscriptions.upgradeNow(id, upgrade, 'upgrade')).rejects.toThrow(PaymentDeclined);
  expect(await listInvoices()).toEqual([['first', 18_000, '2026-06-01', '1']]);
  expect(await subscriptions.readSubscription(id)).toMatchObject({
    status: 'active',
    metadata: { planId: '1' },
  });
});
