import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from '#tools/testing/browser.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { PUBLISHABLE_KEY, type RunningSandbox, startSandbox } from '../sandbox.fixture.ts';

/** A page that pays as the studio's does, and records the events that it receives. */
const PAGE = `<!doctype html><html lang="en"><head><title>Pay</title><script src="/sandbox/stripe/stripe.js"></script></head>
<body><main><div id="wallet"></div><form id="form"><div id="card"></div><button>Pay</button></form><output id="outcome"></output>
<script src="/pay.js"></script></main></body></html>`;
const SCRIPT = `
const clientSecret = new URLSearchParams(location.search).get('secret');
const stripe = Stripe('${PUBLISHABLE_KEY}');
const elements = stripe.elements({ clientSecret, appearance: {} });
const outcome = document.querySelector('#outcome');
const received = [];
async function pay() {
  outcome.value = 'paying';
  const { paymentIntent, error } = await stripe.confirmPayment({
    elements, clientSecret, confirmParams: { return_url: location.origin + '/done' }, redirect: 'if_required',
  });
  outcome.value = error ? error.type + ' ' + error.code : 'paid ' + paymentIntent.status;
}
for (const [type, place] of [['expressCheckout', '#wallet'], ['payment', '#card']]) {
  const element = elements.create(type);
  element.on('ready', () => { received.push(type + ' ready'); document.body.dataset.received = received.join(', '); });
  element.on('change', ({ complete }) => { document.body.dataset.complete = String(complete); });
  element.on('confirm', pay);
  element.mount(place);
}
document.querySelector('#form').addEventListener('submit', (event) => { event.preventDefault(); pay(); });
`;
const HEADERS = { 'content-security-policy': "default-src 'self'" };

let running: RunningSandbox;
let browser: Browser;
let page: Page;
let pageErrors: string[];
let intentId: string;

beforeAll(async () => {
  running = await startSandbox();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await running?.stop();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 390, height: 700 }, baseURL: running.origin });
  pageErrors = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    // The browser logs the 402 of a declined card as an error.
    if (message.type() === 'error' && !message.text().includes('402')) pageErrors.push(message.text());
  });
  await page.route('**/pay?*', (route) =>
    route.fulfill({ body: PAGE, contentType: 'text/html', headers: HEADERS }),
  );
  await page.route('**/pay.js', (route) => route.fulfill({ body: SCRIPT, contentType: 'text/javascript' }));
  await page.route('**/favicon.ico', (route) => route.fulfill({ body: '' }));
  const intent = await running.stripe.paymentIntents.create({
    amount: 11_000,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
  });
  intentId = intent.id;
  await page.goto(`/pay?secret=${intent.client_secret}`);
  await page
    .locator('body[data-received*="payment ready"][data-received*="expressCheckout ready"]')
    .waitFor();
  return async () => {
    await page.close();
    expect(pageErrors).toEqual([]);
  };
});

async function payWith(number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('1234');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

async function waitForOutcome(): Promise<string> {
  return waitFor(async () => {
    const text = await page.locator('#outcome').textContent();
    return text !== 'paying' && text;
  });
}

const readStatus = async (): Promise<string> =>
  (await running.stripe.paymentIntents.retrieve(intentId)).status;

it('pays by card and shows the number in groups of four', async () => {
  await payWith('4242424242424242');
  expect(await waitForOutcome()).toBe('paid succeeded');
  expect(await page.locator('[name=cardnumber]').inputValue()).toBe('4242 4242 4242 4242');
  expect(await page.locator('[name=exp-date]').inputValue()).toBe('12 / 34');
  expect(await page.locator('body').getAttribute('data-complete')).toBe('true');
  expect(await readStatus()).toBe('succeeded');
});

it('pays with the wallet button', async () => {
  await page.getByRole('button', { name: /Apple Pay/ }).click();
  expect(await waitForOutcome()).toBe('paid succeeded');
  const paid = await running.stripe.paymentIntents.retrieve(intentId, { expand: ['payment_method'] });
  expect(paid.payment_method).toMatchObject({
    card: { wallet: { type: expect.stringMatching(/apple_pay|google_pay/) } },
  });
});

it('keeps the caret behind the typed digit when the number is reformatted', async () => {
  const number = page.locator('[name=cardnumber]');
  await number.pressSequentially('42424242424242');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('99999');
  expect(await number.inputValue()).toBe('4299 9994 2424 2424 242');
});

it('shows an invalid field’s error beside it, and sends no request', async () => {
  await payWith('4242 4242');
  expect(await waitForOutcome()).toBe('validation_error incomplete_number');
  const number = page.getByLabel('Card number');
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  const described = await number.getAttribute('aria-describedby');
  expect(await page.locator(`#${described}`).textContent()).toBe('Your card number is incomplete.');
  expect(await page.locator('[name=cardnumber]:focus').count()).toBe(1);
  const failures = await running.stripe.events.list({ type: 'payment_intent.payment_failed' });
  expect(failures.data.filter(({ data }) => 'id' in data.object && data.object.id === intentId)).toEqual([]);
});

it('reports a declined card', async () => {
  await payWith('4000000000000002');
  expect(await waitForOutcome()).toBe('card_error card_declined');
  expect(await readStatus()).toBe('requires_payment_method');
});

it('shows the bank’s challenge in a dialog, and pays after authorisation', async () => {
  await payWith('4000002760003184');
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await bank.getByRole('button', { name: 'Authorise' }).click();
  expect(await waitForOutcome()).toBe('paid succeeded');
  expect(await page.locator('dialog').count()).toBe(0);
});

it.each(['Fail', 'Cancel', 'Escape'])('does not pay when the challenge ends with %s', async (answer) => {
  await payWith('4000002500003155');
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await bank.getByRole('button', { name: 'Fail' }).waitFor();
  if (answer === 'Fail') await bank.getByRole('button', { name: 'Fail' }).click();
  else if (answer === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
  else await page.keyboard.press('Escape');
  expect(await waitForOutcome()).toBe('invalid_request_error payment_intent_authentication_failure');
  expect(await readStatus()).toBe('requires_payment_method');
});

it('passes the checks that @stripe/react-stripe-js makes on Stripe.js', async () => {
  // The methods that its isStripe() checks.
  const requiredMethods = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'];
  const types = requiredMethods.map((name) => `typeof stripe.${name}`).join(', ');
  expect(await page.evaluate(`(() => { const stripe = Stripe('pk_test_x'); return [${types}]; })()`)).toEqual(
    requiredMethods.map(() => 'function'),
  );
  // @stripe/stripe-js warns about any release but its own.
  const wrapper = await readFile(
    createRequire(import.meta.url).resolve('@stripe/stripe-js/dist/pure.js'),
    'utf8',
  );
  const release = await page.evaluate<string>('Stripe.version');
  expect(wrapper).toContain(`RELEASE_TRAIN = '${release}'`);
});

it('emits ready to listeners attached after mounting, also on a second mount', async () => {
  const result = await page.evaluate<string[]>(`(async () => {
    const elements = Stripe('${PUBLISHABLE_KEY}').elements({ clientSecret: new URLSearchParams(location.search).get('secret') });
    const express = elements.create('expressCheckout', { paymentMethods: { applePay: 'always', googlePay: 'never' } });
    express.mount('#wallet');
    await null;
    const wallets = new Promise((resolve) => express.on('ready', (event) => resolve(event.availablePaymentMethods)));
    const card = elements.create('payment', { layout: 'tabs' });
    card.mount('#card');
    await null;
    const ready = new Promise((resolve) => card.on('ready', () => resolve('payment')));
    const { applePay, googlePay } = await wallets;
    return [await ready, String(applePay), String(googlePay), String(card.update({}) === card)];
  })()`);
  expect(result).toEqual(['payment', 'true', 'false', 'true']);
});

it('emits loaderror for a payment in a terminal status', async () => {
  await payWith('4242424242424242');
  expect(await waitForOutcome()).toBe('paid succeeded');
  const result = await page.evaluate<string[]>(`(async () => {
    const stripe = Stripe('${PUBLISHABLE_KEY}');
    const card = stripe.elements({ clientSecret }).create('payment');
    const error = await new Promise((resolve) => {
      card.on('loaderror', (event) => resolve(event.error));
      card.mount('#card');
    });
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return [error.type, paymentIntent.status];
  })()`);
  expect(result).toEqual(['invalid_request_error', 'succeeded']);
});
