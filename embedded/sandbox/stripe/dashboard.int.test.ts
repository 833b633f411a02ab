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
afterAll(() => running?.stop());

async function createPaidIntent(description = '5 Class Pass'): Promise<string> {
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

/** Returns the part of the page that shows one payment. */
async function fetchArticle(id: string): Promise<string> {
  const page = await (await fetch(dashboard)).text();
  const [, after = ''] = page.split(`id="${id}"`);
  return after.split('</article>')[0] ?? '';
}

const sendRefund = (id: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  postForm(`${dashboard}/payments/${id}/refund`, fields, headers);
const openDispute = (id: string, kind: string) => postForm(`${dashboard}/payments/${id}/dispute`, { kind });

async function endDispute(id: string, outcome: string): Promise<Response> {
  const [found] = (await stripe.disputes.list({ payment_intent: id })).data;
  return postForm(`${dashboard}/disputes/${found?.id}`, { outcome });
}

const readAmountRefunded = async (id: string) =>
  (await stripe.charges.list({ payment_intent: id })).data[0]?.amount_refunded;

it('shows a payment with its description escaped, and links to the outbox', async () => {
  const id = await createPaidIntent('<script>alert(1)</script>');
  const response = await fetch(dashboard);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).not.toContain('<script');
  expect(page).toContain('<a href="/sandbox/outbox">Outbox</a>');
  expect(await fetchArticle(id)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(await fetchArticle(id)).toContain('£110.00</span> · succeeded');
});

it('offers no action for an unpaid payment', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 2400, currency: 'gbp' });
  const html = await fetchArticle(id);
  expect(html).toContain('requires payment method');
  expect(html).not.toContain('<form');
  expect((await openDispute(id, 'fraudulent')).status).toBe(400);
});

it('refunds a part, then the rest, and refuses more', async () => {
  const id = await createPaidIntent();
  const response = await sendRefund(id, { amount: '22.50' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/sandbox/stripe/dashboard');
  expect(await readAmountRefunded(id)).toBe(2250);
  expect(await fetchArticle(id)).toContain('£22.50</span>, the latest refund: succeeded');

  const tooMuch = await sendRefund(id, { amount: '87.51' });
  expect(tooMuch.status).toBe(400);
  expect(await tooMuch.text()).toContain('role="alert">Not done: Refund amount (£87.51) is greater');
  expect((await sendRefund(id, { amount: 'all of it' })).status).toBe(400);

  await sendRefund(id);
  expect(await readAmountRefunded(id)).toBe(11_000);
  expect(await fetchArticle(id)).not.toContain('<form');
  await running.sandbox.webhooksSettled();
  const refunded = running
    .events()
    .flatMap((event) => (event.type === 'charge.refunded' ? [event.data.object] : []));
  expect(refunded.filter(({ payment_intent: paid }) => paid === id)).toHaveLength(2);
});

it('opens a dispute and lets it be won or lost', async () => {
  const id = await createPaidIntent();
  expect((await openDispute(id, 'product_not_received')).status).toBe(303);
  expect(await fetchArticle(id)).toContain('product not received: needs response');
  expect(await fetchArticle(id)).not.toContain('Refund in full');
  expect((await openDispute(id, 'fraudulent')).status).toBe(400);
  expect((await sendRefund(id)).status).toBe(400);

  expect((await endDispute(id, 'won')).status).toBe(303);
  expect(await fetchArticle(id)).toContain('product not received: won');
  expect((await endDispute(id, 'lost')).status).toBe(400);
  await openDispute(id, 'fraudulent');
  await endDispute(id, 'lost');
  expect(await fetchArticle(id)).toContain('fraudulent: lost');
  expect(await fetchArticle(id)).not.toContain('<form');
  expect((await stripe.disputes.list({ payment_intent: id })).data.map(({ status }) => status)).toEqual([
    'lost',
    'won',
  ]);
});

it('opens an inquiry, which can only be closed', async () => {
  const id = await createPaidIntent();
  await openDispute(id, 'inquiry');
  expect(await fetchArticle(id)).toContain('inquiry: warning needs response');
  expect(await fetchArticle(id)).toContain('Close the inquiry');
  expect(await fetchArticle(id)).toContain('Refund in full');
  await endDispute(id, 'won');
  expect(await fetchArticle(id)).toContain('inquiry: warning closed');
});

it('refuses forms of other sites, unknown payments and unknown disputes', async () => {
  const id = await createPaidIntent();
  expect((await sendRefund(id, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await sendRefund(id, {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await sendRefund(id, {}, { origin: 'null' })).status).toBe(403);
  expect(await readAmountRefunded(id)).toBe(0);
  expect((await sendRefund(id, {}, { origin: running.origin })).status).toBe(303);
  expect((await sendRefund('pi_none')).status).toBe(404);
  expect((await postForm(`${dashboard}/disputes/du_none`, { outcome: 'won' })).status).toBe(404);
  expect((await openDispute(id, 'bored')).status).toBe(400);
});
