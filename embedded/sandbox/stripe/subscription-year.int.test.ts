import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import {
  ensureMonthlyPrice,
  formatPeriod,
  listEventTypes,
  payByForm,
  subscribe,
  swapCard,
  toIsoMinutes,
} from './subscription.fixture.ts';

let running: RunningSandbox;
let stripe: Stripe;
beforeEach(async () => {
  running = await startSandbox();
  ({ stripe } = running);
  await ensureMonthlyPrice(running);
});
afterEach(() => running?.stop());

const readSubscription = (id: string) => stripe.subscriptions.retrieve(id);

/** Returns every invoice with its payments, oldest first. */
async function listInvoices(subscription: string): Promise<Stripe.Invoice[]> {
  const invoices: Stripe.Invoice[] = [];
  for await (const invoice of stripe.invoices.list({ subscription, expand: ['data.payments'] }))
    invoices.unshift(invoice);
  return invoices;
}
const formatPaidPeriod = ({ lines }: Stripe.Invoice) =>
  `${toIsoMinutes(lines.data[0]?.period.start)} ${toIsoMinutes(lines.data[0]?.period.end)}`;

async function readLatestInvoice(id: string): Promise<Stripe.Invoice> {
  const { latest_invoice } = await readSubscription(id);
  return stripe.invoices.retrieve(String(latest_invoice), { expand: ['payments'] });
}

it('renews every month for a year, through a month in which the card failed', async () => {
  running.clock.set(new Date('2026-01-31T12:00:00Z'));
  const { id } = await subscribe(running);
  await running.advanceTo('2026-06-01T00:00:00Z');
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  await running.advanceTo('2026-07-02T00:00:00Z');
  expect((await readSubscription(id)).status).toBe('past_due');
  await swapCard(running, id, 'pm_card_visa');
  await running.advanceTo('2027-01-31T11:59:59Z');

  const invoices = await listInvoices(id);
  expect(
    invoices.map((invoice) => [formatPaidPeriod(invoice), invoice.status, invoice.attempt_count]),
  ).toEqual([
    ['2026-01-31T12:00 2026-02-28T12:00', 'paid', 1],
    ['2026-02-28T12:00 2026-03-31T12:00', 'paid', 1],
    ['2026-03-31T12:00 2026-04-30T12:00', 'paid', 1],
    ['2026-04-30T12:00 2026-05-31T12:00', 'paid', 1],
    ['2026-05-31T12:00 2026-06-30T12:00', 'paid', 1],
    // The card fails on 30 June and on 1 July; the retry on 3 July uses another card.
    ['2026-06-30T12:00 2026-07-31T12:00', 'paid', 3],
    ['2026-07-31T12:00 2026-08-31T12:00', 'paid', 1],
    ['2026-08-31T12:00 2026-09-30T12:00', 'paid', 1],
    ['2026-09-30T12:00 2026-10-31T12:00', 'paid', 1],
    ['2026-10-31T12:00 2026-11-30T12:00', 'paid', 1],
    ['2026-11-30T12:00 2026-12-31T12:00', 'paid', 1],
    ['2026-12-31T12:00 2027-01-31T12:00', 'paid', 1],
  ]);
  expect(toIsoMinutes(invoices[5]?.status_transitions.paid_at)).toBe('2026-07-03T12:00');
  expect(invoices.map(({ number }) => number?.slice(-4))).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(4, '0')),
  );
  expect(formatPeriod(await readSubscription(id))).toBe('2026-12-31T12:00 2027-01-31T12:00');
  const { data } = await stripe.charges.list({ limit: 100 });
  expect(data.filter(({ paid }) => paid)).toHaveLength(12);
  const upcoming = running.events().filter(({ type }) => type === 'invoice.upcoming');
  expect(upcoming).toHaveLength(12);
  expect(upcoming.map(({ created }) => toIsoMinutes(created)).sort()[0]).toBe('2026-02-25T12:00');
});

it('emits the events of a renewal in Stripe’s order, at its instant', async () => {
  running.clock.set(new Date('2027-03-29T08:00:00Z'));
  const { id } = await subscribe(running);
  const end = '2027-04-29T08:00:00Z';
  expect(await running.sandbox.nextDue()).not.toBeNull();
  await running.advanceTo('2027-04-28T00:00:00Z');
  const since = running.clock.now();
  await running.advanceTo('2027-04-29T20:00:00Z');
  expect(await listEventTypes(running, since)).toEqual([
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'customer.subscription.updated',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
  ]);
  const events = await stripe.events.list({ type: 'invoice.paid', limit: 1 });
  expect(events.data[0]).toMatchObject({
    created: Date.parse(end) / 1000,
    request: { id: null },
    data: {
      object: {
        billing_reason: 'subscription_cycle',
        parent: { subscription_details: { subscription: id } },
      },
    },
  });
  const [invoice] = (await listInvoices(id)).slice(-1);
  const intent = invoice?.payments?.data[0]?.payment.payment_intent;
  await stripe.refunds.create({ payment_intent: String(intent) });
  expect(await stripe.paymentIntents.retrieve(String(intent), { expand: ['latest_charge'] })).toMatchObject({
    amount_received: 18_000,
    latest_charge: { amount_refunded: 18_000, refunded: true },
  });
  const linked = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: String(intent) },
  });
  expect(linked.data.map((invoicePayment) => invoicePayment.invoice)).toEqual([invoice?.id]);
});

it('retries on days 1, 3, 5 and 7, and then ends', async () => {
  running.clock.set(new Date('2027-06-10T10:00:00Z'));
  const { id } = await subscribe(running);
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  await running.advanceTo('2027-07-10T10:00:00Z');
  const attempts: [number, string | null, string][] = [];
  for (const day of ['10', '11', '13', '15']) {
    await running.advanceTo(`2027-07-${day}T10:00:00Z`);
    const { attempt_count, next_payment_attempt } = await readLatestInvoice(id);
    attempts.push([attempt_count, toIsoMinutes(next_payment_attempt), (await readSubscription(id)).status]);
  }
  expect(attempts).toEqual([
    [1, '2027-07-11T10:00', 'past_due'],
    [2, '2027-07-13T10:00', 'past_due'],
    [3, '2027-07-15T10:00', 'past_due'],
    [4, '2027-07-17T10:00', 'past_due'],
  ]);
  const since = new Date('2027-07-17T10:00:00Z');
  await running.advanceTo('2027-12-01T00:00:00Z');
  expect(await readSubscription(id)).toMatchObject({
    status: 'canceled',
    ended_at: since.getTime() / 1000,
    cancellation_details: { reason: 'payment_failed' },
  });
  expect(await readLatestInvoice(id)).toMatchObject({
    status: 'uncollectible',
    attempt_count: 5,
    next_payment_attempt: null,
    status_details: { uncollectible: { reason: 'max_payment_attempts' } },
  });
  const failureEvents = ['charge.failed', 'payment_intent.payment_failed', 'invoice.payment_failed'];
  expect((await listEventTypes(running, since)).slice(0, 5)).toEqual([
    ...failureEvents,
    'invoice.marked_uncollectible',
    'customer.subscription.deleted',
  ]);
  expect(await listInvoices(id)).toHaveLength(2);
});

it('charges a card approved for later charges, and fails one that always requires authentication', async () => {
  running.clock.set(new Date('2028-01-05T10:00:00Z'));
  const { id } = await subscribe(running);
  await swapCard(running, id, 'pm_card_authenticationRequired');
  await running.advanceTo('2028-02-05T10:00:00Z');
  expect((await readSubscription(id)).status).toBe('past_due');
  const open = await readLatestInvoice(id);
  const page = open.hosted_invoice_url ?? '';
  const challenge = (await payByForm(page, '4000002500003155')).headers.get('location') ?? '';
  const client_secret = new URL(challenge).searchParams.get('client_secret') ?? '';
  const body = new URLSearchParams({ client_secret, action: 'authorise' });
  expect(await (await fetch(challenge, { method: 'POST', body })).text()).toContain('Paid.');
  await running.advanceTo('2028-03-06T00:00:00Z');
  expect((await readLatestInvoice(id)).status).toBe('paid');
  expect((await readSubscription(id)).status).toBe('active');
});

it('renews without a call that moves the clock', async () => {
  running.clock.set(new Date('2029-01-05T10:00:00Z'));
  const { id } = await subscribe(running);
  running.clock.set(new Date('2029-02-05T10:00:01Z'));
  // Each call wakes the sandbox's loop, which runs due steps.
  await expect
    .poll(async () => formatPeriod(await readSubscription(id)))
    .toBe('2029-02-05T10:00 2029-03-05T10:00');
});
