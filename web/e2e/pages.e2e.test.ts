import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { badgeReads, choosePass, header, picture, type Screen, settled, visit } from './visit.fixture.ts';

let site: Site;
let member: StudioClient;

beforeAll(async () => {
  site = await openSite();
  member = await site.addMember('Axel Able', 1);
  const [first] = await Promise.all([
    site.addClass('09:30'),
    site.addClass('18:00', { name: 'reformer for all' }),
  ]);
  await member.call('POST', '/api/bookings', { classId: first.id });
});
afterAll(() => site?.close());

/** What is wrong with each of the pages: for senses and hands, and by reaching out of the screen sideways. */
async function inspect(page: Page, paths: readonly string[], screen: Screen, who: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (who === 'member') await badgeReads(page, 'Passes 4');
    await page.getByRole('complementary', { name: 'Sandbox' }).getByText('no real cards or emails').waitFor();
    await picture(page, `${path.slice(1) || 'home'}-${who}`, screen, true);
    wrong.push(...(await findings(page)).map((finding) => `${path} ${finding}`));
    const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overhang > 0) wrong.push(`${path} is ${overhang} px wider than the screen`);
  }
  return wrong;
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('every page can be used by a visitor, whatever their senses and hands', async () => {
    // One of them is none, and says so to browsers as well.
    const page = await visit(site, '/class-levels', { screen, refusals: [404] });
    const paths = [
      '/',
      '/book-classes',
      '/class-levels',
      '/meet-the-team',
      '/no-such-page',
      '/payment-success',
    ];
    expect(await inspect(page, paths, screen, 'visitor')).toEqual([]);
  });

  it('and by a member', async () => {
    const page = await visit(site, '/class-levels', { screen, as: member });
    const paths = ['/book-classes', '/my-classes', '/my-passes', '/my-membership'];
    expect(await inspect(page, paths, screen, 'member')).toEqual([]);
  });

  it('and the dialogs', async () => {
    const page = await visit(site, '/', { screen });
    await header(page).getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('I take medication').check();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
    await picture(page, 'sign-in', screen);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('dialog', { name: 'Reset your password' }).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it('and the purchase', async () => {
    const page = await visit(site, '/', { screen, as: member });
    await choosePass(page, '10 Class Pass');
    expect(await findings(page)).toEqual([]);
  });
});

it('leads to the section that the address names', async () => {
  const page = await visit(site, '/#book-classes');
  await settled(page);
  const top = () =>
    page.evaluate<number>(`document.getElementById('book-classes').getBoundingClientRect().top`);
  await waitFor(async () => Math.abs((await top()) - 80) < 2, { what: 'the section 80 px below the top' });
});

it('says that a page does not exist', async () => {
  const page = await visit(site, '/no/such/page', { refusals: [404] });
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tideline' }).waitFor();
});

it('sends those who are not signed in home from the pages of members', async () => {
  const page = await visit(site, '/my-classes');
  await page.waitForURL(`${site.base}/`);
});

it('lets staff in with the right password only', async () => {
  const page = await visit(site, '/', { refusals: [401] });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Admin Access' });
  const password = dialog.getByLabel('Password', { exact: true });
  const enter = dialog.getByRole('button', { name: 'Access Dashboard' });
  await dialog.waitFor();
  expect(await enter.isDisabled()).toBe(true);
  await password.fill('guess');
  await enter.click();
  await dialog.getByText('Incorrect password').waitFor();
  expect(await password.inputValue()).toBe('');
  await picture(page, 'admin-access', 'desktop');
  await password.fill('admin-sandbox');
  await enter.click();
  await page.waitForURL('**/admin');
  const token = await page.evaluate<string>(`JSON.parse(sessionStorage.getItem('staffSession')).token`);
  const { status } = await new StudioClient(site.base, token).call(
    'GET',
    '/api/admin/classes?date=2026-05-12',
  );
  expect(status).toBe(200);
});
