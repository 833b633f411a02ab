import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';
import { ensureMonthlyPrice, payByForm, subscribe, swapCard } from './subscription.fixture.ts';

let running: RunningSandbox;
let stripe: Stripe;
let subscriptionId: string;
beforeAll(async () => {
  running = await startSandbox();
  ({ stripe } = running);
  await ensureMonthlyPrice(running);
});
afterAll(() => running?.stop());

// Each test has a subscription whose renewal has just failed.
beforeEach(async () => {
  const { id, items } = await subscribe(running);
  subscriptionId = id;
  await swapCard(running, id, 'pm_card_chargeCustomerFail');
  // Not a number of days: after a short month the second attempt would be over as well.
  await running.advanceTo(new Date((items.data[0]?.current_period_end ?? 0) * 1_000).toISOString());
});

const daysFromNow = (days: number) =>
  new Date(running.clock.now().getTime() + days * millisecondsInDay).toISOString();
const readSubscription = () =>
  stripe.subscriptions.retrieve(subscriptionId, { expand: ['default_payment_method'] });

async function readLatestInvoice(): Promise<Stripe.Invoice & { page: string }> {
  const [latest] = (await stripe.invoices.list({ subscription: subscriptionId, limit: 1 })).data;
  if (latest === undefined) throw new Error('There is no invoice');
  return { ...latest, page: latest.hosted_invoice_url ?? '' };
}

it('accepts another card, which also pays later invoices', async () => {
  const { id, page } = await readLatestInvoice();
  expect((await readSubscription()).status).toBe('past_due');
  expect(new URL(page).origin).toBe(running.origin);
  expect(await (await fetch(page)).text()).toContain('Pay £180.00');
  const paid = await payByForm(page, '4242424242424242');
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(new URL(page).pathname);
  expect(await (await fetch(page)).text()).toContain('Paid.');
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid', attempt_count: 1 });
  expect(await readSubscription()).toMatchObject({
    status: 'active',
    default_payment_method: { card: { last4: '4242' } },
  });
  await running.advanceTo(daysFromNow(62));
  expect((await readLatestInvoice()).status).toBe('paid');
});

it('shows why a card was declined, without counting it as an attempt', async () => {
  const { page, next_payment_attempt } = await readLatestInvoice();
  for (let tries = 0; tries < 6; tries += 1) {
    const declined = await payByForm(page, '4000000000009995');
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('role="alert">Your card has insufficient funds.');
  }
  expect(await (await payByForm(page, '4242')).text()).toContain('not a valid credit card number');
  expect(await readLatestInvoice()).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt });
  expect(await readSubscription()).toMatchObject({
    status: 'past_due',
    default_payment_method: { card: { last4: '0341' } },
  });
});

it('charges once when several tabs submit the form concurrently', async () => {
  const { page, id } = await readLatestInvoice();
  await Promise.all(Array.from({ length: 4 }, () => payByForm(page, '4242424242424242')));
  const { payments } = await stripe.invoices.retrieve(id, { expand: ['payments'] });
  const intent = String(payments?.data[0]?.payment.payment_intent);
  const { data } = await stripe.charges.list({ payment_intent: intent });
  expect(data.filter(({ paid }) => paid)).toHaveLength(1);
  await expect(stripe.invoices.pay(id)).rejects.toThrow('already paid');
});

it('is paid through the API by a named card, and declined by the default one', async () => {
  const { id } = await readLatestInvoice();
  await expect(stripe.invoices.pay(id)).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  });
  const paid = await stripe.invoices.pay(id, { payment_method: 'pm_card_visa', expand: ['payments'] });
  expect(paid).toMatchObject({ status: 'paid', payments: { data: [{ status: 'paid' }] } });
  expect((await readSubscription()).status).toBe('active');
});

it('cannot be paid once it is void', async () => {
  const { id, page } = await readLatestInvoice();
  expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void', next_payment_attempt: null });
  expect((await readSubscription()).status).toBe('active');
  expect(await (await fetch(page)).text()).toContain('nothing to pay');
  expect((await payByForm(page, '4242424242424242')).status).toBe(303);
  await expect(stripe.invoices.pay(id)).rejects.toThrow("can't be paid");
  await expect(stripe.invoices.voidInvoice(id)).rejects.toThrow('open');
  expect((await readLatestInvoice()).status).toBe('void');
});

it('can be paid after its subscription ended, which stays ended', async () => {
  const { page } = await readLatestInvoice();
  await running.advanceTo(daysFromNow(8));
  expect(await readLatestInvoice()).toMatchObject({ status: 'uncollectible' });
  expect((await payByForm(page, '4242424242424242')).status).toBe(303);
  expect(await readLatestInvoice()).toMatchObject({ status: 'paid' });
  expect((await readSubscription()).status).toBe('canceled');
});

it('answers 404 to an unknown id', async () => {
  expect((await fetch(`${running.origin}/sandbox/stripe/invoices/in_none`)).status).toBe(404);
  expect((await fetch(`${running.origin}/sandbox/stripe/checkout/cs_none`)).status).toBe(404);
});
