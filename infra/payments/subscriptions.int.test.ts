import { millisecondsInDay } from 'date-fns/constants';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type RunningSandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from '#embedded/sandbox/sandbox.fixture.ts';
import { payByForm, swapCard } from '#embedded/sandbox/stripe/subscription.fixture.ts';
import { PaymentNotFound, PaymentStateConflict, PaymentsUnavailable } from './errors.ts';
import { createPayments, type Payments } from './payments.ts';
import type { RecurringPrice } from './recurring-price.ts';
import { createSubscriptions, type Subscriptions, type SubscriptionsOptions } from './subscriptions.ts';

const START = new Date('2026-06-30T09:00:00.000Z');
const PRICE: RecurringPrice = {
  lookupKey: 'monthly-membership',
  amountPence: 18_000,
  interval: { unit: 'month', count: 1 },
  product: { id: 'membership-plan-1', name: 'Monthly Membership' },
};

let running: RunningSandbox;
let subscriptions: Subscriptions;
let payments: Payments;
beforeEach(async () => {
  running = await startSandbox();
  running.clock.set(START);
  subscriptions = adapter();
  payments = createPayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiBase: `${running.origin}/sandbox/stripe`,
    timeoutMs: 5000,
  });
});
afterEach(() => running?.stop());

function adapter(extra: Partial<SubscriptionsOptions> = {}): Subscriptions {
  return createSubscriptions({
    secretKey: SECRET_KEY,
    apiBase: `${running.origin}/sandbox/stripe`,
    timeoutMs: 5000,
    ...extra,
  });
}

let keys = 0;
function page(extra: { customerEmail?: string; metadata?: Record<string, string> } = {}) {
  keys += 1;
  return {
    memberId: 'member-7',
    price: PRICE,
    successUrl: 'https://studio.example/membership-success?session={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://studio.example/membership-cancelled',
    idempotencyKey: `page-${keys}`,
    ...extra,
  };
}

async function subscribed(): Promise<string> {
  const { id, url } = await subscriptions.createCheckoutSession(page());
  await payByForm(url, '4242424242424242');
  const { subscriptionId } = await subscriptions.readCheckoutSession(id);
  if (subscriptionId === null) throw new Error('Nothing was begun');
  return subscriptionId;
}
const laterBy = (days: number) =>
  new Date(running.clock.now().getTime() + days * millisecondsInDay).toISOString();

it('creates a price with its product once, and another for another amount or interval', async () => {
  const ids = await Promise.all([adapter(), adapter(), adapter()].map((each) => each.ensurePrice(PRICE)));
  expect(new Set(ids).size).toBe(1);
  expect(await adapter().ensurePrice(PRICE)).toBe(ids[0]);
  const weekly = { ...PRICE, lookupKey: 'four-weeks', interval: { unit: 'week', count: 4 } } as const;
  const others = await Promise.all([
    adapter().ensurePrice({ ...PRICE, lookupKey: 'dearer', amountPence: 19_000 }),
    adapter().ensurePrice(weekly),
  ]);
  expect(new Set([...ids, ...others]).size).toBe(3);
  expect(await running.stripe.prices.retrieve(others[1])).toMatchObject({
    unit_amount: 18_000,
    recurring: { interval: 'week', interval_count: 4 },
    product: 'membership-plan-1',
  });
});

it('gives the product of a plan its present name', async () => {
  await adapter().ensurePrice(PRICE);
  const renamed = { ...PRICE, lookupKey: 'renamed', product: { ...PRICE.product, name: 'Tide' } };
  await adapter().ensurePrice(renamed);
  expect(await running.stripe.products.retrieve('membership-plan-1')).toMatchObject({ name: 'Tide' });
});

it('charges a price of four weeks every 28 days', async () => {
  const price = { ...PRICE, lookupKey: 'four-weeks', interval: { unit: 'week', count: 4 } } as const;
  const { id, url } = await subscriptions.createCheckoutSession({ ...page(), price });
  await payByForm(url, '4242424242424242');
  const { subscriptionId } = await subscriptions.readCheckoutSession(id);
  await running.advanceTo(laterBy(57));
  const invoices = await subscriptions.listInvoices(subscriptionId ?? '');
  expect(invoices.map(({ periodStart, status }) => [periodStart.toISOString().slice(0, 10), status])).toEqual(
    [
      ['2026-08-25', 'paid'],
      ['2026-07-28', 'paid'],
      ['2026-06-30', 'paid'],
    ],
  );
});

it('creates a payment page for a member, and reads its outcome', async () => {
  const wanted = page({ customerEmail: 'ada@example.com', metadata: { checkoutId: 'c1' } });
  const { id, url } = await subscriptions.createCheckoutSession(wanted);
  expect(await subscriptions.createCheckoutSession(wanted)).toEqual({ id, url });
  const open = {
    id,
    status: 'open',
    isPaid: false,
    memberId: 'member-7',
    customerId: null,
    subscriptionId: null,
    url,
    expiresAt: new Date(START.getTime() + millisecondsInDay),
  };
  expect(await subscriptions.readCheckoutSession(id)).toEqual(open);
  await payByForm(url, '4242424242424242');
  const done = await subscriptions.readCheckoutSession(id);
  expect(done).toEqual({
    ...open,
    status: 'complete',
    isPaid: true,
    customerId: expect.stringMatching(/^cus_/),
    subscriptionId: expect.stringMatching(/^sub_/),
    url: null,
  });
  const subscription = await subscriptions.readSubscription(done.subscriptionId ?? '');
  expect(subscription).toEqual({
    id: done.subscriptionId,
    status: 'active',
    memberId: 'member-7',
    metadata: { memberId: 'member-7', checkoutId: 'c1' },
    customerId: done.customerId,
    currentPeriodStart: START,
    currentPeriodEnd: new Date('2026-07-30T09:00:00.000Z'),
    cancelAtPeriodEnd: false,
    isVoidingInvoices: false,
    cancelledAt: null,
    cancellationReason: null,
    endedAt: null,
    latestInvoiceId: expect.stringMatching(/^in_/),
    createdAt: START,
  });
  expect(await subscriptions.listSubscriptionsOf(subscription.customerId)).toEqual([subscription]);
  const invoice = await subscriptions.readInvoice(subscription.latestInvoiceId ?? '');
  expect(invoice).toEqual({
    id: subscription.latestInvoiceId,
    subscriptionId: subscription.id,
    memberId: 'member-7',
    customerId: subscription.customerId,
    status: 'paid',
    reason: 'first',
    metadata: { memberId: 'member-7', checkoutId: 'c1' },
    amountDuePence: 18_000,
    amountPaidPence: 18_000,
    periodStart: START,
    periodEnd: new Date('2026-07-30T09:00:00.000Z'),
    attemptCount: 1,
    nextAttemptAt: null,
    hostedUrl: expect.stringContaining('/sandbox/stripe/invoices/in_'),
    paymentIntentId: expect.stringMatching(/^pi_/),
    createdAt: START,
    paidAt: START,
  });
  const paymentIntentId = invoice.paymentIntentId ?? '';
  expect(await subscriptions.findInvoiceOf(paymentIntentId)).toEqual(invoice);
  await payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: 'back' });
  expect(await payments.readPaymentIntent(paymentIntentId)).toMatchObject({ amountRefundedPence: 18_000 });
});

it('cancels, withdraws the cancellation, and ends', async () => {
  const id = await subscribed();
  const asked = running.clock.now();
  expect(await subscriptions.setCancelAtPeriodEnd(id, true, `${id}-a`)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
    cancelledAt: asked,
    cancellationReason: 'requested',
  });
  expect(await subscriptions.setCancelAtPeriodEnd(id, false, `${id}-b`)).toMatchObject({
    cancelAtPeriodEnd: false,
    cancelledAt: null,
    cancellationReason: null,
  });
  const ended = { status: 'canceled', endedAt: asked, cancellationReason: 'requested' };
  expect(await subscriptions.cancelNow(id, `${id}-c`)).toMatchObject(ended);
  expect(await subscriptions.cancelNow(id, `${id}-d`)).toMatchObject(ended);
  await expect(subscriptions.setCancelAtPeriodEnd(id, true, `${id}-e`)).rejects.toThrow(PaymentStateConflict);
});

it('reports a failed renewal, and the end', async () => {
  const id = await subscribed();
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  const began = running.clock.now().getTime();
  await running.advanceTo(laterBy(31));
  const [failed, first] = await subscriptions.listInvoices(id);
  expect(first).toMatchObject({ status: 'paid', reason: 'first' });
  const { currentPeriodStart } = await subscriptions.readSubscription(id);
  const day = (days: number) => new Date(currentPeriodStart.getTime() + days * millisecondsInDay);
  expect(currentPeriodStart.getTime()).toBeGreaterThan(began);
  expect(failed).toMatchObject({
    status: 'open',
    reason: 'renewal',
    amountPaidPence: 0,
    periodStart: currentPeriodStart,
    paidAt: null,
    attemptCount: 2,
    nextAttemptAt: day(3),
  });
  await running.advanceTo(day(8).toISOString());
  expect(await subscriptions.readSubscription(id)).toMatchObject({
    status: 'canceled',
    cancellationReason: 'payment_failed',
    endedAt: day(7),
  });
  expect(await subscriptions.readInvoice(failed?.id ?? '')).toMatchObject({
    status: 'uncollectible',
    attemptCount: 5,
    nextAttemptAt: null,
  });
});

it('voids an unpaid invoice, which is never tried again, and returns a paid or voided one unchanged', async () => {
  const id = await subscribed();
  const [paid] = await subscriptions.listInvoices(id);
  expect(await subscriptions.voidInvoice(paid?.id ?? '')).toMatchObject({ status: 'paid' });
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  await running.advanceTo(new Date(START.getTime() + 32 * millisecondsInDay).toISOString());
  const [open] = await subscriptions.listInvoices(id);
  expect(open).toMatchObject({ status: 'open', attemptCount: expect.any(Number) });
  expect(await subscriptions.readSubscription(id)).toMatchObject({ status: 'past_due' });
  const voided = await subscriptions.voidInvoice(open?.id ?? '');
  expect(voided).toMatchObject({ status: 'void', nextAttemptAt: null });
  expect(await subscriptions.voidInvoice(voided.id)).toEqual(voided);
  // Nothing is owed any more.
  expect(await subscriptions.readSubscription(id)).toMatchObject({ status: 'active' });
  await running.advanceTo(new Date(START.getTime() + 45 * millisecondsInDay).toISOString());
  expect((await subscriptions.listInvoices(id)).map(({ status }) => status)).toEqual(['void', 'paid']);
  await expect(subscriptions.voidInvoice('in_unknown')).rejects.toThrow(PaymentNotFound);
});

it('reduces each webhook to the ids of its objects', async () => {
  const before = running.webhooks.length;
  const { id: sessionId, url } = await subscriptions.createCheckoutSession(page());
  await payByForm(url, '4242424242424242');
  const { subscriptionId } = await subscriptions.readCheckoutSession(sessionId);
  await running.advanceTo(laterBy(29));
  await running.sandbox.webhooksSettled();
  const webhooks = running.webhooks
    .slice(before)
    .map(({ body, signature }) => payments.verifyWebhook(body, signature));
  const of = (type: string) => webhooks.find((webhook) => webhook.type === type);
  const { latestInvoiceId: invoiceId } = await subscriptions.readSubscription(subscriptionId ?? '');
  const none = { paymentIntentId: null, subscriptionId: null, invoiceId: null, checkoutSessionId: null };
  expect(of('checkout.session.completed')).toMatchObject({
    ...none,
    subscriptionId,
    invoiceId,
    checkoutSessionId: sessionId,
  });
  expect(of('customer.subscription.created')).toMatchObject({ ...none, subscriptionId });
  expect(of('invoice.paid')).toMatchObject({ ...none, subscriptionId, invoiceId });
  const upcoming = webhooks.filter(({ type }) => type === 'invoice.upcoming');
  expect(upcoming).toContainEqual(expect.objectContaining({ ...none, subscriptionId }));
  expect(of('invoice_payment.paid')).toMatchObject({ ...none, invoiceId });
  expect(of('payment_intent.succeeded')).toMatchObject({
    ...none,
    paymentIntentId: expect.stringMatching(/^pi_/),
  });
});

it('throws PaymentNotFound for an unknown object, and PaymentsUnavailable in an outage', async () => {
  await expect(subscriptions.readSubscription('sub_none')).rejects.toThrow(PaymentNotFound);
  await expect(subscriptions.cancelNow('sub_none', 'none')).rejects.toThrow(PaymentNotFound);
  await expect(subscriptions.readInvoice('in_none')).rejects.toThrow(PaymentNotFound);
  await expect(subscriptions.readCheckoutSession('cs_none')).rejects.toThrow(PaymentNotFound);
  expect(await subscriptions.findInvoiceOf('pi_none')).toBeNull();
  const unreachable = adapter({ apiBase: 'http://127.0.0.1:9/sandbox/stripe', timeoutMs: 500 });
  await expect(unreachable.createCheckoutSession(page())).rejects.toThrow(PaymentsUnavailable);
});

it('voids the next invoice once, and charges again by itself', async () => {
  const id = await subscribed();
  const next = await subscriptions.previewNextPeriod(id);
  expect([next.periodStart.toISOString(), next.periodEnd.toISOString()]).toEqual([
    '2026-07-30T09:00:00.000Z',
    '2026-08-30T09:00:00.000Z',
  ]);
  const pause = {
    resumesAt: new Date(next.periodEnd.getTime() - millisecondsInDay),
    metadata: { pauseFrom: 'then' },
  };
  const paused = await subscriptions.pauseCollection(id, pause, 'pause-1');
  expect(await subscriptions.pauseCollection(id, pause, 'pause-1')).toEqual(paused);
  expect(paused).toMatchObject({
    status: 'active',
    isVoidingInvoices: true,
    metadata: { memberId: 'member-7', pauseFrom: 'then' },
  });
  await running.advanceTo(laterBy(62));
  expect((await subscriptions.readSubscription(id)).isVoidingInvoices).toBe(false);
  const invoices = await subscriptions.listInvoices(id);
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'void', 'paid']);
});

it('goes on charging when a pause is withdrawn, and pauses nothing that has ended', async () => {
  const id = await subscribed();
  const pause = { resumesAt: new Date(laterBy(50)), metadata: { pauseFrom: 'then' } };
  await subscriptions.pauseCollection(id, pause, 'pause-2');
  const resumed = await subscriptions.resumeCollection(id, { pauseFrom: '' }, 'resume-2');
  expect([resumed.isVoidingInvoices, resumed.metadata]).toEqual([
    false,
    expect.not.objectContaining({ pauseFrom: 'then' }),
  ]);
  await running.advanceTo(laterBy(32));
  expect((await subscriptions.listInvoices(id)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  await subscriptions.cancelNow(id, 'end-2');
  await expect(
    subscriptions.pauseCollection(id, { ...pause, resumesAt: new Date(laterBy(50)) }, 'pause-3'),
  ).rejects.toThrow(PaymentStateConflict);
  await expect(subscriptions.resumeCollection(id, {}, 'resume-3')).rejects.toThrow(PaymentStateConflict);
});
