import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitWithStaffSession } from './staff.fixture.ts';
import {
  findClass,
  openPurchase,
  pressEscape,
  type Screen,
  takeScreenshot,
  visit,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
let member: StudioClient;
beforeAll(async () => {
  site = await openSite();
  member = await site.addMember('Dora Dark', 1);
  const [first] = await Promise.all([
    site.addClass('09:30'),
    site.addClass('18:00', { name: 'reformer for all' }),
    site.addClass('19:00', { maxCapacity: 1 }),
  ]);
  await bookClass(member, first);
});
afterAll(() => site?.close());

/** Opens each page, and returns what axe finds, contrast above all. */
async function findProblems(page: Page, paths: readonly string[], screen: Screen): Promise<string[]> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await takeScreenshot(page, `dark-${path.slice(1).replaceAll(/[^a-z-]+/g, '-') || 'home'}`, screen, true);
    problems.push(...(await findViolations(page)).map((finding) => `${path} ${finding}`));
  }
  return problems;
}

const readPaper = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

describe.each<Screen>(['phone', 'desktop'])('a dark scheme on a %s', (screen) => {
  it('is readable on the pages of visitors', async () => {
    const page = await visit(site, '/', { screen, isDark: true });
    expect(await readPaper(page)).toBe('rgb(13, 27, 32)');
    const paths = ['/', '/class-levels', '/meet-the-team', '/membership', '/terms-of-service'];
    expect(await findProblems(page, paths, screen)).toEqual([]);
  });

  it('is readable on the pages of a member, in a dialog and in messages', async () => {
    const page = await visit(site, '/book-classes', { screen, as: member, isDark: true });
    const paths = ['/', '/book-classes', '/my-classes', '/my-passes', '/my-membership', '/account'];
    expect(await findProblems(page, paths, screen)).toEqual([]);
    await page.goto('/book-classes');
    const purchase = await openPurchase(page, 'Single Class');
    await takeScreenshot(page, 'dark-purchase', screen);
    expect(await findViolations(page)).toEqual([]);
    await pressEscape(purchase);
    await waitForOwnEntry(page);
    const card = await findClass(page, await site.addClass(screen === 'phone' ? '10:30' : '11:30'));
    await card.getByRole('button', { name: 'Book Now' }).click();
    await waitForToast(page, 'Class Booked!');
    await takeScreenshot(page, 'dark-toast', screen);
    expect(await findViolations(page)).toEqual([]);
  });

  it('is readable for staff', async () => {
    const session = { token: site.admin.token, role: 'admin' } as const;
    const page = await visitWithStaffSession(site, '/admin', session, { screen, isDark: true });
    const tabs = [
      'members',
      'memberships',
      'passes',
      'templates',
      'instructors',
      'refunds',
      'staff',
      'what-if',
      'settings',
    ];
    const views = ['weekly', 'monthly'].map((view) => `/admin?tab=schedule&view=${view}`);
    const paths = ['/admin', ...views, ...tabs.map((tab) => `/admin?tab=${tab}`), '/audit', '/classes'];
    expect(await findProblems(page, paths, screen)).toEqual([]);
  });

  it('is not used where the system asks for a light one', async () => {
    const page = await visit(site, '/', { screen });
    expect(await readPaper(page)).toBe('rgb(251, 248, 243)');
  });
});
