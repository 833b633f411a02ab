import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openSite, type Site } from './site.fixture.ts';
import {
  badgeReads,
  choosePass,
  fillCard,
  passCard,
  payWith,
  picture,
  toast,
  visit,
} from './visit.fixture.ts';

const goodCard = '4242424242424242';
const secureCard = '4000002500003155';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const started = z.object({ clientSecret: z.string() });
const stripeList = z.object({ data: z.array(z.object({ status: z.string() })) });

/** The requests to addresses that end so. */
function requestsTo(page: Page, ending: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(ending)) seen.push(request.url());
  });
  return seen;
}

const purchased = (page: Page) => page.getByRole('heading', { name: 'Purchase Complete!' }).waitFor();

it('says that a card was declined, and takes another in the same dialog', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ada Declined'), refusals: [402] });
  const dialog = await choosePass(page, 'Single Class');
  await payWith(page, '4000000000000002');
  expect(await toast(page, 'Payment Failed')).toContain('Your card was declined.');
  expect(await dialog.isVisible()).toBe(true);
  await picture(page, 'payment-failed', 'desktop');
  await badgeReads(page, 'Passes 0');
  await payWith(page, goodCard);
  expect(await toast(page, 'Purchase Successful!')).toContain('Single Class has been added to your account.');
  await badgeReads(page, 'Passes 1');
});

it('grants the pass when the bank is answered, and not when it is refused', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Bea Secure'), screen: 'phone' });
  await choosePass(page, '3 Class Pass');
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await payWith(page, secureCard);
  await bank.getByRole('button', { name: 'Fail' }).click();
  expect(await toast(page, 'Payment Failed')).toContain('We are unable to authenticate your payment method.');
  await badgeReads(page, 'Passes 0');
  await payWith(page, secureCard);
  await bank.getByRole('button', { name: 'Authorise' }).click();
  await purchased(page);
  await badgeReads(page, 'Passes 3');
});

it('takes nothing when the bank is not answered, and a wallet button instead', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ben Walks Off') });
  const dialog = await choosePass(page, '10 Class Pass');
  await payWith(page, secureCard);
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await bank.getByRole('button', { name: 'Authorise' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await toast(page, 'Payment Failed');
  await badgeReads(page, 'Passes 0');
  await dialog.getByRole('button', { name: /Apple Pay/ }).click();
  await purchased(page);
  await badgeReads(page, 'Passes 10');
});

it('says when a payment is not complete', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ira Pending') });
  await choosePass(page, 'Single Class');
  await page.route('**/confirm', (route) => route.fulfill({ json: { id: 'pi_1', status: 'processing' } }), {
    times: 1,
  });
  await payWith(page, goodCard);
  expect(await toast(page, 'Payment Incomplete')).toContain('Payment status: processing');
  await badgeReads(page, 'Passes 0');
});

it('takes the money of an eager hand once', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Cal Eager') });
  const confirmations = requestsTo(page, '/confirm');
  await choosePass(page, 'Sign Up Class');
  await fillCard(page, goodCard);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await purchased(page);
  await badgeReads(page, 'Passes 1');
  expect(confirmations).toHaveLength(1);
  // It is sold once to each member, so it leaves the list.
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  await page.getByRole('heading', { name: 'Single Class' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Sign Up Class' }).count()).toBe(0);
  await choosePass(page, 'Single Class');
  const pay = await fillCard(page, goodCard);
  await pay.dblclick();
  await purchased(page);
  await badgeReads(page, 'Passes 2');
  expect(confirmations).toHaveLength(2);
});

it('goes on with the payment of a dialog that was closed', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Cleo Hesitant') });
  const payments = requestsTo(page, '/api/create-payment-intent');
  const dialog = await choosePass(page, '20 Class Pass');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await badgeReads(page, 'Passes 0');
  await choosePass(page, '20 Class Pass');
  await payWith(page, goodCard);
  await purchased(page);
  await badgeReads(page, 'Passes 20');
  expect(payments).toHaveLength(1);
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  await choosePass(page, '20 Class Pass');
  expect(payments).toHaveLength(2);
});

it('notices that the payment it reopens has been paid', async () => {
  const member = await site.addMember('Cora Elsewhere');
  const page = await visit(site, '/', { as: member });
  const answer = page.waitForResponse('**/api/create-payment-intent');
  const dialog = await choosePass(page, '3 Class Pass');
  const { clientSecret } = started.parse(await (await answer).json());
  await dialog.getByRole('button', { name: 'Close' }).click();
  await member.pay(clientSecret);
  await passCard(page, '3 Class Pass').getByRole('button', { name: 'Purchase' }).click();
  await purchased(page);
  await badgeReads(page, 'Passes 3');
});

it('finds out that it was paid when the answer of the payment is lost', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dan Tunnel'), refusals: [0] });
  const confirmations = requestsTo(page, '/confirm');
  await choosePass(page, 'Single Class');
  await page.route('**/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payWith(page, goodCard);
  await purchased(page);
  await badgeReads(page, 'Passes 1');
  expect(confirmations).toHaveLength(1);
});

it('asks again for the pass when that answer is lost', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dee Patchy'), refusals: [0] });
  const asked = requestsTo(page, '/api/complete-payment');
  await choosePass(page, '5 Class Pass');
  const lose = async () => {
    await page.route(
      '**/api/complete-payment',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  };
  await lose();
  await payWith(page, goodCard);
  await purchased(page);
  await badgeReads(page, 'Passes 5');
  expect(asked).toHaveLength(2);
});

it('warns when no answer ever comes, and the pass arrives by itself', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Del Cut Off'), refusals: [0] });
  const dialog = await choosePass(page, '5 Class Pass');
  await page.route('**/api/complete-payment', (route) => route.abort());
  await payWith(page, goodCard);
  expect(await toast(page, 'Payment Processed')).toContain(
    'Your payment was successful but there was an issue adding the pass. Please contact support.',
  );
  await dialog.waitFor({ state: 'detached' });
  await badgeReads(page, 'Passes 5');
});

it('gives the money back for a Sign Up Class that was bought meanwhile', async () => {
  const member = await site.addMember('Eli Racer');
  const page = await visit(site, '/', { as: member, refusals: [409] });
  const answer = page.waitForResponse('**/api/create-payment-intent');
  await choosePass(page, 'Sign Up Class');
  const { clientSecret } = started.parse(await (await answer).json());
  expect((await member.buy(await site.passId('Sign Up Class'))).status).toBe(200);
  await payWith(page, goodCard);
  const told = await toast(page, 'Sign Up Class Already Used');
  expect(told).toContain('The sign up class can only be purchased once per member.');
  expect(told).toContain('Your payment has been refunded.');
  await badgeReads(page, 'Passes 1');
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const refunds = await fetch(`${site.base}/sandbox/stripe/v1/refunds?payment_intent=${intent}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  expect(stripeList.parse(await refunds.json()).data).toMatchObject([{ status: 'succeeded' }]);
});

it("loads Stripe's own script with real keys, and its elements", async () => {
  const member = await site.addMember('Fay Real');
  const stripe = 'https://js.stripe.com/';
  const page = await visit(site, '/class-levels', { as: member, alsoAsks: stripe });
  const asked: string[] = [];
  await page.route(`${stripe}**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.push(pathname);
    // The stand-in answers for the real one, from the real one's address.
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
    // With real keys the studio lets Stripe's own address in; the stand-in brings its style and its calls from there too.
    const policy = answer.headers()['content-security-policy'] ?? '';
    const headers = {
      ...answer.headers(),
      'content-security-policy': policy.replaceAll("'self'", `$& ${stripe}`),
    };
    await route.fulfill({ response: answer, headers, body: html });
  });
  await page.goto('/');
  await passCard(page, 'Single Class').waitFor();
  expect(asked).toEqual([]);
  const dialog = await choosePass(page, 'Single Class');
  await dialog.getByText('or pay with card').waitFor();
  expect(asked[0]).toMatch(/^\/\w+\/stripe\.js$/);
  await payWith(page, goodCard);
  await purchased(page);
  await badgeReads(page, 'Passes 1');
});

it('grants the pass to whom the bank sends back, and says until when it can be used', async () => {
  const member = await site.addMember('Gil Returning');
  const passId = await site.passId('3 Class Pass');
  const { clientSecret } = await member.expect(started, 'POST', '/api/create-payment-intent', { passId });
  const intent = await member.pay(clientSecret);
  const page = await visit(site, `/payment-success?payment_intent=${intent}&redirect_status=succeeded`, {
    as: member,
  });
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await page
    .getByText(/Your 3 Class Pass is in your account: 3 classes, to use by \w{3} \d\d, \d{4}\./)
    .waitFor();
  await page.getByText(`Transaction ID ${intent.slice(-8)}`).waitFor();
  await badgeReads(page, 'Passes 3');
  await picture(page, 'payment-success', 'desktop');
  await page.goto('/payment-success?session_id=cs_test_0123456789abcdef');
  await page.getByText('Transaction ID 89abcdef').waitFor();
});

it('tells whom the bank refused that nothing was charged', async () => {
  const member = await site.addMember('Gus Refused');
  const passId = await site.passId('Single Class');
  const { clientSecret } = await member.expect(started, 'POST', '/api/create-payment-intent', { passId });
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const page = await visit(site, `/payment-success?payment_intent=${intent}&redirect_status=failed`, {
    as: member,
    refusals: [409],
  });
  const refused = page.getByRole('heading', { name: 'The payment did not go through' });
  await refused.waitFor();
  await page.goto(`/payment-success?payment_intent=${intent}`);
  await refused.waitFor();
  await page.getByRole('link', { name: 'Back to the passes' }).click();
  await passCard(page, 'Single Class').waitFor();
});

it('says so when the payment cannot be set up, and can be tried again', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dot Offline'), refusals: [503] });
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, body: 'Busy' }), {
    times: 1,
  });
  await passCard(page, 'Single Class').getByRole('button', { name: 'Purchase' }).click();
  await toast(page, 'Error');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choosePass(page, 'Single Class');
});

it('does not wait for ever when the studio does not say where its payment form is', async () => {
  const member = await site.addMember('Eve Unlucky');
  const page = await visit(site, '/class-levels', { as: member, refusals: [503] });
  // The page carries the answer to /api/config; this one has lost it.
  await page.route('**/api/config', (route) => route.fulfill({ status: 503, body: 'Busy' }), { times: 1 });
  await page.route('**/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('studio-config', 'lost') });
  });
  await page.goto('/');
  await passCard(page, 'Single Class').getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Failed to initialize payment. Please try again.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Card number').waitFor();
});
