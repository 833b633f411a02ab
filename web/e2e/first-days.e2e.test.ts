import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import {
  findClass,
  holdRequests,
  openFromMenu,
  pressEscape,
  type Screen,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a booking within 24 hours is asked about once, and can be undone with the pass', async () => {
    const eve = await site.dayIn(1);
    const scheduled = await site.addClass('09:30', { days: 2 });
    await site.moveClock({ now: `${eve}T13:00:00.000Z` });
    const member = await site.addMember(`Lara Late ${screen}`, 1);
    const page = await visit(site, '/book-classes', { as: member, screen });
    const card = await findClass(page, scheduled);
    await card.getByRole('button', { name: 'Book Now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book this class?' });
    await dialog.getByText('The pass it takes does not come back if you cancel later.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'late-booking', screen);
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await card.getByRole('button', { name: 'Book Now' }).click();
    await dialog.getByRole('button', { name: 'Use one pass' }).click();
    await waitForToast(page, 'Class Booked!');
    await waitForBadge(page, 'Passes 4');
    await takeScreenshot(page, 'late-booking-undo', screen);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForToast(page, 'Booking undone');
    await waitForBadge(page, 'Passes 5');
    await card.getByRole('button', { name: 'Book Now' }).waitFor();
  });
});

it('finds a payment, and reports when the member has none like it', async () => {
  const [member, other] = await Promise.all([site.addMember('Paula Pays'), site.addMember('Petra Other')]);
  const intent = z.object({ clientSecret: z.string() });
  const passId = await site.findPassId('Single Class');
  const { clientSecret } = await other.expect(intent, 'POST', '/api/create-payment-intent', { passId });
  const payment = await other.pay(clientSecret);
  const page = await visit(site, `/payment-success?payment_intent=${payment}&redirect_status=succeeded`, {
    as: member,
    expectedStatuses: [404, 409],
  });
  await page.getByRole('heading', { name: 'We could not find this payment' }).waitFor();
  await page.getByText(`Transaction ID ${payment.slice(-8)}`).waitFor();
  await page.goto('/payment-success');
  await page.getByRole('heading', { name: 'We could not find this payment' }).waitFor();
  expect(await findViolations(page)).toEqual([]);

  const own = await member.expect(intent, 'POST', '/api/create-payment-intent', { passId });
  const paid = await member.pay(own.clientSecret);
  const refusal = { success: false, error: 'Wait', code: 'PAYMENT_PROCESSING', requestId: 'none' };
  await page.route('**/api/complete-payment', (route) => route.fulfill({ status: 409, json: refusal }), {
    times: 1,
  });
  await page.goto(`/payment-success?payment_intent=${paid}`);
  await page.getByRole('heading', { name: 'Your bank is still working on it' }).waitFor();
  await takeScreenshot(page, 'payment-processing', 'desktop');
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
});

it('asks a visitor to sign in before it shows anything about a payment', async () => {
  const page = await visit(site, '/payment-success?session_id=cs_test_0123456789abcdef', { screen: 'phone' });
  await page.getByRole('heading', { name: 'Sign in to see your payment' }).waitFor();
  await page.getByText('Transaction ID 89abcdef').waitFor();
  expect(await page.getByText('Payment Successful!').count()).toBe(0);
});

it('reads again by itself what failed to load, when the person returns', async () => {
  const member = await site.addMember('Rita Returns', 1);
  const page = await visit(site, '/privacy-policy', { as: member, expectedStatuses: [503] });
  await page.route('**/api/user/passes', (route) => route.fulfill({ status: 503, body: 'Busy' }));
  await page.goto('/my-passes');
  await page.getByText('Your passes are not here just now').waitFor();
  await page.unroute('**/api/user/passes');
  await page.evaluate('dispatchEvent(new Event("focus"))');
  await page.getByRole('article', { name: '5 Class Pass' }).waitFor();
});

it('loads a page that was opened offline as soon as the network is back', async () => {
  const member = await site.addMember('Otto Offline', 1);
  const page = await visit(site, '/', {
    as: member,
    expectedStatuses: [0],
    expectedMessage: /dynamically imported module|Failed to fetch|at /,
  });
  await waitUntilSettled(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'My Passes' }).click();
  await page.getByText('This page did not load').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('article', { name: '5 Class Pass' }).waitFor();
});

it('asks before typed changes are lost: by a link, by Back, by closing a dialog', async () => {
  const member = await site.addMember('Una Unsaved');
  const page = await visit(site, '/class-levels', { as: member });
  await page.goto('/account');
  const phone = page.getByRole('region', { name: 'Profile', exact: true }).getByLabel('Phone');
  await phone.fill('07700 900999');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await question.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'discard-question', 'desktop');
  await answer('Keep editing');
  expect(await phone.inputValue()).toBe('07700 900999');
  expect(new URL(page.url()).pathname).toBe('/account');

  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('New email').fill('una@example.com');
  await pressEscape(dialog);
  await answer('Keep editing');
  expect(await dialog.getByLabel('New email').inputValue()).toBe('una@example.com');
  await dialog.getByRole('button', { name: 'Keep my email' }).click();
  await answer('Discard');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await answer('Discard');
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
  await page.goBack();
  await phone.waitFor();
  expect(await phone.inputValue()).toBe('07700 900123');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie Policy' }).click();
  await page.getByRole('heading', { name: 'Cookie Policy', level: 1 }).waitFor();
  await page.goBack();
  await phone.fill('07700 900998');
  await page.evaluate('history.forward()');
  await question.waitFor();
  await answer('Keep editing');
  expect(await phone.inputValue()).toBe('07700 900998');
  await page.waitForURL('**/account');
  await page.evaluate('history.forward()');
  await answer('Discard');
  await page.getByRole('heading', { name: 'Cookie Policy', level: 1 }).waitFor();
});

it('has the account under the initials, and the passes behind their badge', async () => {
  const member = await site.addMember('Ida Initials', 1);
  const page = await visit(site, '/', { as: member });
  const opener = page.getByRole('button', { name: 'Account of ida.initials@example.com' });
  await opener.click();
  const account = page.getByRole('navigation', { name: 'Account' });
  await account.getByText('Ida Initials').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'account-menu', 'desktop');
  await page.keyboard.press('Escape');
  await waitForFocus(page, opener);
  await opener.click();
  await account.getByRole('link', { name: 'My Account' }).click();
  await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor();
  await page.getByRole('link', { name: 'Passes 5 , My Passes' }).click();
  await page.getByRole('article', { name: '5 Class Pass' }).waitFor();

  const phone = await visit(site, '/', { as: member, screen: 'phone' });
  await phone.getByRole('button', { name: 'Menu' }).click();
  await phone.getByRole('navigation', { name: 'Site' }).getByText('ida.initials@example.com').waitFor();
  await takeScreenshot(phone, 'account-menu', 'phone');
});

it('keeps a menu open that was opened before the page knew who is signed in', async () => {
  const member = await site.addMember('Mo Menu');
  const page = await visit(site, '/privacy-policy', { as: member, screen: 'phone' });
  const release = await holdRequests(page, '**/api/auth/user');
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Site' });
  await menu.getByRole('link', { name: 'Meet the Team' }).waitFor();
  release();
  await menu.getByText('mo.menu@example.com').waitFor();
});

it('loads the page anew when an update has removed a script of it', async () => {
  const page = await visit(site, '/class-levels', {
    expectedStatuses: [404],
    expectedMessage: /dynamically imported module|The above error occurred/,
  });
  await page.getByRole('heading', { level: 1 }).waitFor();
  let requests = 0;
  // The other build has another name for it; here it is back after the reload.
  await page.route(/assets\/team-page-/, async (route) => {
    requests += 1;
    await (requests === 1 ? route.fulfill({ status: 404 }) : route.continue());
  });
  await openFromMenu(page, 'Meet the Team');
  await page.getByRole('heading', { level: 1, name: 'Meet the Team' }).waitFor();
  expect(requests).toBeGreaterThan(1);
});
