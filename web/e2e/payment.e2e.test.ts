import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  fillCard,
  holdRequests,
  openPurchase,
  passCard,
  payWith,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForToast,
} from './visit.fixture.ts';

const goodCard = '4242424242424242';
const secureCard = '4000002500003155';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const createdIntent = z.object({ clientSecret: z.string() });
const refundList = z.object({ data: z.array(z.object({ status: z.string() })) });

/** Records the POST requests whose URL ends with this path. */
function recordPosts(page: Page, path: string): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) urls.push(request.url());
  });
  return urls;
}

const waitForPurchase = (page: Page) => page.getByRole('heading', { name: 'Purchase Complete!' }).waitFor();

it('shows that a card was declined, and accepts another in the same dialog', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ada Declined'), expectedStatuses: [402] });
  const dialog = await openPurchase(page, 'Single Class');
  await payWith(page, '4000000000000002');
  expect(await waitForToast(page, 'Payment Failed')).toContain(
    'Your card was declined. Please ask your bank, or use another card.',
  );
  expect(await dialog.isVisible()).toBe(true);
  await takeScreenshot(page, 'payment-failed', 'desktop');
  await waitForBadge(page, 'Passes 0');
  await payWith(page, goodCard);
  expect(await waitForToast(page, 'Purchase Successful!')).toContain(
    'Single Class has been added to your account.',
  );
  await waitForBadge(page, 'Passes 1');
});

it('grants the pass after a successful authentication, and not after a failed one', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Bea Secure'), screen: 'phone' });
  await openPurchase(page, '3 Class Pass');
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await payWith(page, secureCard);
  await bank.getByRole('button', { name: 'Fail' }).click();
  expect(await waitForToast(page, 'Payment Failed')).toContain(
    'We are unable to authenticate your payment method.',
  );
  await waitForBadge(page, 'Passes 0');
  await payWith(page, secureCard);
  await bank.getByRole('button', { name: 'Authorise' }).click();
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 3');
});

it('charges nothing when the authentication is cancelled, and accepts Apple Pay instead', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ben Walks Off') });
  const dialog = await openPurchase(page, '10 Class Pass');
  await payWith(page, secureCard);
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await bank.getByRole('button', { name: 'Authorise' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await waitForToast(page, 'Payment Failed');
  await waitForBadge(page, 'Passes 0');
  await dialog.getByRole('button', { name: /Apple Pay/ }).click();
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 10');
});

it('warns when a payment is incomplete', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ira Pending') });
  await openPurchase(page, 'Single Class');
  await page.route('**/confirm', (route) => route.fulfill({ json: { id: 'pi_1', status: 'processing' } }), {
    times: 1,
  });
  await payWith(page, goodCard);
  expect(await waitForToast(page, 'Payment Incomplete')).toContain('Payment status: processing');
  await waitForBadge(page, 'Passes 0');
});

it('charges once when Enter is pressed twice or Pay is double-clicked', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Cal Eager') });
  const confirmations = recordPosts(page, '/confirm');
  await openPurchase(page, 'Sign Up Class');
  await fillCard(page, goodCard);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 1');
  expect(confirmations).toHaveLength(1);
  // A member can buy it once, so the shop no longer offers it.
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  await page.getByRole('heading', { name: 'Single Class' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Sign Up Class' }).count()).toBe(0);
  await openPurchase(page, 'Single Class');
  const pay = await fillCard(page, goodCard);
  await pay.dblclick();
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 2');
  expect(confirmations).toHaveLength(2);
});

it('reuses the payment intent of a closed dialog', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Cleo Hesitant') });
  const payments = recordPosts(page, '/api/create-payment-intent');
  const dialog = await openPurchase(page, '20 Class Pass');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await waitForBadge(page, 'Passes 0');
  await openPurchase(page, '20 Class Pass');
  await payWith(page, goodCard);
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 20');
  expect(payments).toHaveLength(1);
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  await openPurchase(page, '20 Class Pass');
  expect(payments).toHaveLength(2);
});

it('opens a purchase that is pressed before the page knows who is signed in', async () => {
  const page = await visit(site, '/class-levels', { as: await site.addMember('Pia Prompt') });
  const release = await holdRequests(page, '**/api/auth/user');
  await page.goto('/');
  await passCard(page, 'Single Class').getByRole('button', { name: 'Purchase' }).click();
  release();
  await page.getByRole('dialog', { name: 'Purchase Single Class' }).getByLabel('Card number').waitFor();
});

it('asks to sign in for a purchase that is pressed before the page knows that the session has ended', async () => {
  const member = await site.addMember('Enid Ended');
  const page = await visit(site, '/class-levels', { as: member, expectedStatuses: [401] });
  await waitForBadge(page, 'Passes 0');
  expect((await member.call('POST', '/api/auth/signout')).status).toBe(200);
  const release = await holdRequests(page, '**/api/auth/user');
  await page.goto('/');
  await passCard(page, 'Single Class').getByRole('button', { name: 'Purchase' }).click();
  release();
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Email').fill(toEmail('Enid Ended'));
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('dialog', { name: 'Purchase Single Class' }).getByLabel('Card number').waitFor();
});

it('completes a purchase whose reopened payment intent has been paid', async () => {
  const member = await site.addMember('Cora Elsewhere');
  const page = await visit(site, '/', { as: member });
  const answer = page.waitForResponse('**/api/create-payment-intent');
  const dialog = await openPurchase(page, '3 Class Pass');
  const { clientSecret } = createdIntent.parse(await (await answer).json());
  await dialog.getByRole('button', { name: 'Close' }).click();
  await member.pay(clientSecret);
  await passCard(page, '3 Class Pass').getByRole('button', { name: 'Purchase' }).click();
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 3');
});

it('completes a purchase when the answer to the confirmation is lost', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dan Tunnel'), expectedStatuses: [0] });
  const confirmations = recordPosts(page, '/confirm');
  await openPurchase(page, 'Single Class');
  await page.route('**/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payWith(page, goodCard);
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 1');
  expect(confirmations).toHaveLength(1);
});

it('retries the completion when its answer is lost', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dee Patchy'), expectedStatuses: [0] });
  const completions = recordPosts(page, '/api/complete-payment');
  await openPurchase(page, '5 Class Pass');
  await page.route(
    '**/api/complete-payment',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await payWith(page, goodCard);
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 5');
  expect(completions).toHaveLength(2);
});

it('warns when the completion is never answered, and shows the pass once the webhook grants it', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Del Cut Off'), expectedStatuses: [0] });
  const dialog = await openPurchase(page, '5 Class Pass');
  await page.route('**/api/complete-payment', (route) => route.abort());
  await payWith(page, goodCard);
  expect(await waitForToast(page, 'Payment Processed')).toContain(
    'Your payment was successful but there was an issue adding the pass. Please contact support.',
  );
  await dialog.waitFor({ state: 'detached' });
  await waitForBadge(page, 'Passes 5');
});

it('refunds a Sign Up Class that the member bought elsewhere before paying', async () => {
  const member = await site.addMember('Eli Racer');
  const page = await visit(site, '/', { as: member, expectedStatuses: [409] });
  const answer = page.waitForResponse('**/api/create-payment-intent');
  await openPurchase(page, 'Sign Up Class');
  const { clientSecret } = createdIntent.parse(await (await answer).json());
  expect((await member.buy(await site.findPassId('Sign Up Class'))).status).toBe(200);
  await payWith(page, goodCard);
  const message = await waitForToast(page, 'Sign Up Class Already Used');
  expect(message).toContain('The sign up class can only be purchased once per member.');
  expect(message).toContain('Your payment has been refunded.');
  await waitForBadge(page, 'Passes 1');
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const refunds = await fetch(`${site.base}/sandbox/stripe/v1/refunds?payment_intent=${intent}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  expect(refundList.parse(await refunds.json()).data).toMatchObject([{ status: 'succeeded' }]);
});

it("loads Stripe's own script and elements when real keys are configured", async () => {
  const member = await site.addMember('Fay Real');
  const stripe = 'https://js.stripe.com/';
  const page = await visit(site, '/class-levels', { as: member, allowedOrigin: stripe });
  const requested: string[] = [];
  await page.route(`${stripe}**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    requested.push(pathname);
    // The sandbox's stand-in answers under Stripe's address.
    const url = `${site.base}/sandbox/stripe${pathname.replace(/^\/\w+\//, '/')}${search}`;
    const answer = await route.fetch({ url });
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'access-control-allow-origin': '*' },
    });
  });
  await page.route('**/', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace('"/sandbox/stripe/stripe.js"', 'null');
    // With real keys the policy allows Stripe's address; the stand-in also needs it for its styles and requests.
    const policy = answer.headers()['content-security-policy'] ?? '';
    const headers = {
      ...answer.headers(),
      'content-security-policy': policy.replaceAll("'self'", `$& ${stripe}`),
    };
    await route.fulfill({ response: answer, headers, body: html });
  });
  await page.goto('/');
  await passCard(page, 'Single Class').waitFor();
  expect(requested).toEqual([]);
  const dialog = await openPurchase(page, 'Single Class');
  await dialog.getByText('or pay with card').waitFor();
  expect(requested[0]).toMatch(/^\/\w+\/stripe\.js$/);
  await payWith(page, goodCard);
  await waitForPurchase(page);
  await waitForBadge(page, 'Passes 1');
});

it('grants the pass after a redirect from the bank, and shows its expiry date', async () => {
  const member = await site.addMember('Gil Returning');
  const passId = await site.findPassId('3 Class Pass');
  const { clientSecret } = await member.expect(createdIntent, 'POST', '/api/create-payment-intent', {
    passId,
  });
  const intent = await member.pay(clientSecret);
  const page = await visit(site, `/payment-success?payment_intent=${intent}&redirect_status=succeeded`, {
    as: member,
  });
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page
    .getByText(/Your 3 Class Pass is in your account: 3 classes, to use by \w{3} \d\d, \d{4}\./)
    .waitFor();
  await page.getByText(`Transaction ID ${intent.slice(-8)}`).waitFor();
  await waitForBadge(page, 'Passes 3');
  await takeScreenshot(page, 'payment-success', 'desktop');
  await page.goto('/payment-success?session_id=cs_test_0123456789abcdef');
  await page.getByRole('heading', { name: 'We could not find this payment' }).waitFor();
  await page.getByText('Transaction ID 89abcdef').waitFor();
});

it('shows after a redirect that the bank refused the payment', async () => {
  const member = await site.addMember('Gus Refused');
  const passId = await site.findPassId('Single Class');
  const { clientSecret } = await member.expect(createdIntent, 'POST', '/api/create-payment-intent', {
    passId,
  });
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const page = await visit(site, `/payment-success?payment_intent=${intent}&redirect_status=failed`, {
    as: member,
    expectedStatuses: [409],
  });
  const refused = page.getByRole('heading', { name: 'The payment did not go through' });
  await refused.waitFor();
  await page.goto(`/payment-success?payment_intent=${intent}`);
  await refused.waitFor();
  await page.getByRole('link', { name: 'Back to the passes' }).click();
  await passCard(page, 'Single Class').waitFor();
});

it('shows an error when the payment intent cannot be created, and can retry', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dot Offline'), expectedStatuses: [503] });
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, body: 'Busy' }), {
    times: 1,
  });
  await passCard(page, 'Single Class').getByRole('button', { name: 'Purchase' }).click();
  await waitForToast(page, 'Error');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openPurchase(page, 'Single Class');
});

it('shows an error when the configuration fails to load, and can retry', async () => {
  const member = await site.addMember('Eve Unlucky');
  const page = await visit(site, '/class-levels', { as: member, expectedStatuses: [503] });
  // Neither the request for the configuration nor its inlined copy succeeds.
  await page.route('**/api/config', (route) => route.fulfill({ status: 503, body: 'Busy' }));
  await page.route('**/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('studio-answers', 'lost') });
  });
  await page.goto('/');
  await passCard(page, 'Single Class').getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Failed to initialize payment. Please try again.').waitFor();
  await page.unroute('**/api/config');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Card number').waitFor();
});
