import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, type Site } from './site.fixture.ts';
import { badgeReads, choosePass, payWith, picture, toast, visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it('says that a card was declined, and takes another in the same dialog', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Ada Declined'), refusals: [402] });
  const dialog = await choosePass(page, 'Single Class');
  await payWith(page, '4000000000000002');
  expect(await toast(page, 'Payment Failed')).toContain('Your card was declined.');
  expect(await dialog.isVisible()).toBe(true);
  await picture(page, 'payment-failed', 'desktop');
  await badgeReads(page, 'Passes 0');
  await payWith(page, '4242424242424242');
  expect(await toast(page, 'Purchase Successful!')).toContain('Single Class has been added to your account.');
  await badgeReads(page, 'Passes 1');
});

it('grants the pass when the bank is answered, and not when it is refused', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Bea Secure'), screen: 'phone' });
  await choosePass(page, '3 Class Pass');
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await payWith(page, '4000002500003155');
  await bank.getByRole('button', { name: 'Fail' }).click();
  await toast(page, 'Payment Failed');
  await badgeReads(page, 'Passes 0');
  await payWith(page, '4000002500003155');
  await bank.getByRole('button', { name: 'Authorise' }).click();
  await page.getByRole('heading', { name: 'Purchase Complete!' }).waitFor();
  await badgeReads(page, 'Passes 3');
});

it('takes the money of an eager hand once', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Cal Eager') });
  const confirmations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) confirmations.push(request.url());
  });
  const dialog = await choosePass(page, 'Sign Up Class');
  await dialog.getByLabel('Card number').fill('4242424242424242');
  await dialog.getByLabel('Expiry date').fill('1234');
  await dialog.getByLabel('Security code').fill('123');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Purchase Complete!' }).waitFor();
  await badgeReads(page, 'Passes 1');
  expect(confirmations).toHaveLength(1);
  // It is sold once to each member, so it leaves the list.
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  await page.getByRole('heading', { name: 'Single Class' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Sign Up Class' }).count()).toBe(0);
});

it('says so when the payment cannot be set up, and can be tried again', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Dot Offline'), refusals: [503] });
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, body: 'Busy' }), {
    times: 1,
  });
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Single Class' }) });
  await card.getByRole('button', { name: 'Purchase' }).click();
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
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Single Class' }) });
  await card.getByRole('button', { name: 'Purchase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Failed to initialize payment. Please try again.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Card number').waitFor();
});
