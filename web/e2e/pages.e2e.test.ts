import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import {
  header,
  openPurchase,
  type Screen,
  takeScreenshot,
  visit,
  waitForBadge,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
let member: StudioClient;

beforeAll(async () => {
  site = await openSite();
  member = await site.addMember('Axel Able', 1);
  const [first] = await Promise.all([
    site.addClass('09:30'),
    site.addClass('18:00', { name: 'reformer for all' }),
  ]);
  await bookClass(member, first);
});
afterAll(() => site?.close());

/** Opens each page and returns its accessibility violations, and by how much it is wider than the screen. */
async function findProblems(
  page: Page,
  paths: readonly string[],
  screen: Screen,
  viewer: string,
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (viewer === 'member') await waitForBadge(page, 'Passes 4');
    await page.getByRole('complementary', { name: 'Sandbox' }).getByText('no real cards or emails').waitFor();
    await takeScreenshot(page, `${path.slice(1) || 'home'}-${viewer}`, screen, true);
    problems.push(...(await findViolations(page)).map((finding) => `${path} ${finding}`));
  }
  return problems;
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('every public page is accessible to a visitor', async () => {
    // /no-such-page answers 404.
    const page = await visit(site, '/class-levels', { screen, expectedStatuses: [404] });
    const paths = [
      '/',
      '/book-classes',
      '/class-levels',
      '/meet-the-team',
      '/no-such-page',
      '/payment-success',
    ];
    expect(await findProblems(page, paths, screen, 'visitor')).toEqual([]);
  });

  it('every page of a member is accessible to a member', async () => {
    const page = await visit(site, '/class-levels', { screen, as: member });
    const paths = ['/book-classes', '/my-classes', '/my-passes', '/my-membership'];
    expect(await findProblems(page, paths, screen, 'member')).toEqual([]);
  });

  it('the sign-up, sign-in and password dialogs are accessible', async () => {
    const page = await visit(site, '/', { screen });
    await header(page).getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByText('Your health').first().click();
    await dialog.getByLabel('I take medication').check();
    await dialog.getByLabel('I agree that the studio keeps these health answers').check();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
    await takeScreenshot(page, 'sign-in', screen);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('dialog', { name: 'Reset your password' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('the purchase dialog is accessible', async () => {
    const page = await visit(site, '/', { screen, as: member });
    await openPurchase(page, '10 Class Pass');
    expect(await findViolations(page)).toEqual([]);
  });
});

it('scrolls to the section of the hash', async () => {
  const page = await visit(site, '/#book-classes');
  await waitUntilSettled(page);
  const top = () =>
    page.evaluate<number>(`document.getElementById('book-classes').getBoundingClientRect().top`);
  await waitFor(async () => Math.abs((await top()) - 80) < 2, { what: 'the section 80 px below the top' });
});

it('shows a 404 page for an unknown path, with a link to the home page', async () => {
  const page = await visit(site, '/no/such/page', { expectedStatuses: [404] });
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tideline' }).waitFor();
});

it('redirects a visitor from a member’s page to the home page', async () => {
  const page = await visit(site, '/my-classes');
  await page.waitForURL(`${site.base}/`);
});

it('opens the admin dashboard with the right password only', async () => {
  const page = await visit(site, '/', { expectedStatuses: [401] });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Admin Access' });
  const password = dialog.getByLabel('Password', { exact: true });
  const submit = dialog.getByRole('button', { name: 'Access Dashboard' });
  await dialog.waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await password.fill('guess');
  await submit.click();
  await dialog.getByText('Incorrect password').waitFor();
  expect(await password.inputValue()).toBe('');
  await takeScreenshot(page, 'admin-access', 'desktop');
  await password.fill('admin-sandbox');
  await submit.click();
  await page.waitForURL('**/admin');
  const token = await page.evaluate<string>(`JSON.parse(sessionStorage.getItem('staffSession')).token`);
  const { status } = await new StudioClient(site.base, token).call(
    'GET',
    '/api/admin/classes?date=2026-05-12',
  );
  expect(status).toBe(200);
});
