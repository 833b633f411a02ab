import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { postForm, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';

let running: RunningSandbox;
let stripe: Stripe;
let dashboard: string;
beforeAll(async () => {
  running = await startSandbox();
  ({ stripe } = running);
  dashboard = `${running.origin}/sandbox/stripe/dashboard`;
});
afterAll(() => running.stop());

async function paid(description = '5 Class Pass'): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 11_000,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
    description,
  });
  return id;
}

/** The part of the page that shows one payment. */
async function shown(id: string): Promise<string> {
  const page = await (await fetch(dashboard)).text();
  const [, after = ''] = page.split(`id="${id}"`);
  return after.split('</article>')[0] ?? '';
}

const refund = (id: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  postForm(`${dashboard}/payments/${id}/refund`, fields, headers);
const dispute = (id: string, kind: string) => postForm(`${dashboard}/payments/${id}/dispute`, { kind });

async function end(id: string, outcome: string): Promise<Response> {
  const [found] = (await stripe.disputes.list({ payment_intent: id })).data;
  return postForm(`${dashboard}/disputes/${found?.id}`, { outcome });
}

const amountRefunded = async (id: string) =>
  (await stripe.charges.list({ payment_intent: id })).data[0]?.amount_refunded;

it('shows a payment, in words that run nothing, and links the outbox', async () => {
  const id = await paid('<script>alert(1)</script>');
  const response = await fetch(dashboard);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).not.toContain('<script');
  expect(page).toContain('<a href="/sandbox/outbox">Outbox</a>');
  expect(await shown(id)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(await shown(id)).toContain('£110.00</span> · succeeded');
});

it('offers nothing for a payment that was not made', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 2400, currency: 'gbp' });
  const html = await shown(id);
  expect(html).toContain('requires payment method');
  expect(html).not.toContain('<form');
  expect((await dispute(id, 'fraudulent')).status).toBe(400);
});

it('refunds a part, then the rest, then no more', async () => {
  const id = await paid();
  const response = await refund(id, { amount: '22.50' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/sandbox/stripe/dashboard');
  expect(await amountRefunded(id)).toBe(2250);
  expect(await shown(id)).toContain('£22.50</span>, the latest refund: succeeded');

  const tooMuch = await refund(id, { amount: '87.51' });
  expect(tooMuch.status).toBe(400);
  expect(await tooMuch.text()).toContain('role="alert">Not done: Refund amount (£87.51) is greater');
  expect((await refund(id, { amount: 'all of it' })).status).toBe(400);

  await refund(id);
  expect(await amountRefunded(id)).toBe(11_000);
  expect(await shown(id)).not.toContain('<form');
  await running.sandbox.webhooksSettled();
  expect(running.events().filter(({ type }) => type === 'charge.refunded')).toHaveLength(2);
});

it('opens a dispute that the bank decides either way', async () => {
  const id = await paid();
  expect((await dispute(id, 'product_not_received')).status).toBe(303);
  expect(await shown(id)).toContain('product not received: needs response');
  expect(await shown(id)).not.toContain('Refund in full');
  expect((await dispute(id, 'fraudulent')).status).toBe(400);
  expect((await refund(id)).status).toBe(400);

  expect((await end(id, 'won')).status).toBe(303);
  expect(await shown(id)).toContain('product not received: won');
  expect((await end(id, 'lost')).status).toBe(400);
  await dispute(id, 'fraudulent');
  await end(id, 'lost');
  expect(await shown(id)).toContain('fraudulent: lost');
  expect(await shown(id)).not.toContain('<form');
  expect((await stripe.disputes.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
    'lost',
    'won',
  ]);
});

it('opens an inquiry, which only ends', async () => {
  const id = await paid();
  await dispute(id, 'inquiry');
  expect(await shown(id)).toContain('inquiry: warning needs response');
  expect(await shown(id)).toContain('Close the inquiry');
  expect(await shown(id)).toContain('Refund in full');
  await end(id, 'won');
  expect(await shown(id)).toContain('inquiry: warning closed');
});

it('refuses forms that another site sends, and payments that are not there', async () => {
  const id = await paid();
  expect((await refund(id, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await refund(id, {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await refund(id, {}, { origin: 'null' })).status).toBe(403);
  expect(await amountRefunded(id)).toBe(0);
  expect((await refund(id, {}, { origin: running.origin })).status).toBe(303);
  expect((await refund('pi_none')).status).toBe(404);
  expect((await postForm(`${dashboard}/disputes/du_none`, { outcome: 'won' })).status).toBe(404);
  expect((await dispute(id, 'bored')).status).toBe(400);
});
