import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { offer } from './membership.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { header, takeScreenshot, visit, waitForOwnEntry, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it('opens the dialog on sign-in where a member has signed in with this browser, and on sign-up elsewhere', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Rita Returns') });
  await header(page)
    .getByRole('button', { name: /^Account of/ })
    .click();
  await header(page).getByRole('button', { name: 'Sign Out' }).click();
  for (const [path, open] of [
    ['/', () => offer(page).getByRole('button', { name: 'Start Membership' })],
    ['/', () => page.getByRole('button', { name: 'BOOK NOW' })],
    ['/meet-the-team', () => page.getByRole('main').getByRole('button', { name: 'Sign In' })],
    ['/my-membership', () => page.getByRole('main').getByRole('button', { name: 'Sign In' })],
  ] as const) {
    await page.goto(path);
    await open().click();
    await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  }
  const stranger = await visit(site, '/');
  await stranger.getByRole('button', { name: 'BOOK NOW' }).click();
  await stranger.getByRole('dialog', { name: 'Create your account' }).waitFor();
});

it('asks a visitor to sign in on each page of the membership', async () => {
  const page = await visit(site, '/#membership');
  await offer(page).getByRole('button', { name: 'Start Membership' }).click();
  expect(await waitForToast(page, 'Sign in required')).toContain('Please sign in to purchase a membership.');
  await page
    .getByRole('dialog', { name: 'Create your account' })
    .getByLabel('Close', { exact: true })
    .click();
  await waitForOwnEntry(page);
  await page.goto('/membership');
  await page.getByText('Please sign in to start a membership.').waitFor();
  expect(await page.getByRole('button', { name: /Start Membership/ }).count()).toBe(0);
  for (const [path, text] of [
    ['/my-membership', 'Please sign in to see your membership.'],
    ['/account', 'Please sign in to see your account.'],
    ['/membership-success?session_id=cs_test_0123456789abcdef', 'Payment confirmation: cs_test_0123456789ab'],
  ] as const) {
    await page.goto(path);
    await page.getByText(text, { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
  }
  expect(await header(page).count()).toBe(1);
});

it('registers interest while sign-ups are closed', async () => {
  const page = await visit(site, '/class-levels', { screen: 'phone' });
  await page.route('**/api/settings/membership_availability', async (route) => {
    const answer = await route.fetch();
    const { setting, ...rest } = z
      .object({ success: z.boolean(), setting: z.object({ value: z.string() }).loose() })
      .parse(await answer.json());
    await route.fulfill({ json: { ...rest, setting: { ...setting, value: 'waiting-list' } } });
  });
  await page.goto('/#membership');
  await offer(page)
    .getByText(
      "Memberships are currently closed. We're managing capacity to ensure the best experience for all members. Please check back soon or contact us for updates.",
    )
    .waitFor();
  expect(await page.getByRole('button', { name: 'Start Membership' }).count()).toBe(0);
  await offer(page).getByRole('button', { name: 'Register interest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register interest' });
  const send = dialog.getByRole('button', { name: 'Register interest' });
  await send.click();
  await dialog.getByText('Name must be at least 2 characters').waitFor();
  await dialog.getByLabel('Name').fill('Ines Interested');
  await dialog.getByLabel('Email').fill('ines@example.com');
  await dialog.getByLabel('Phone').fill('07700 900456');
  await dialog.getByLabel('Message').fill('Mornings, please.');
  await takeScreenshot(page, 'membership-interest', 'phone');
  await send.click();
  await dialog.getByText('We will write to ines@example.com as soon as memberships open.').waitFor();
  await takeScreenshot(page, 'membership-interest-sent', 'phone');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await waitForOwnEntry(page);
  await page.goto('/membership');
  await page.getByText('Memberships are currently closed.').waitFor();
});

it('offers the membership when its availability cannot be read', async () => {
  const page = await visit(site, '/class-levels', { expectedStatuses: [503] });
  await page.route('**/api/settings/**', (route) => route.fulfill({ status: 503, body: 'Busy' }));
  await page.goto('/#membership');
  await offer(page).getByRole('button', { name: 'Start Membership' }).waitFor();
});
