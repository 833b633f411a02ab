import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openSite, type Site } from './site.fixture.ts';
import { holdRequests, takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
const readScrollY = (page: Page) => page.evaluate<number>('scrollY');

it.each([
  ['Cookie Policy', 'cookie-policy-page', 'Cookie Policy'],
  ['Instructors', 'staff-pages', 'Instructor Dashboard'],
])('keeps the current page until the page of the link %s is fetched', async (link, file, next) => {
  const page = await visit(site, '/terms-of-service');
  await waitUntilSettled(page);
  const requested = page.waitForRequest(`**/${file}-*.js`);
  const release = await holdRequests(page, `**/${file}-*.js`);
  await footerLink(page, link).click();
  await requested;
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  expect(await title(page, 'Terms of Service').isVisible()).toBe(true);
  release();
  await title(page, next).waitFor();
});

it('opens a new page at its top with the focus on main, and restores the scroll position on Back', async () => {
  const page = await visit(site, '/terms-of-service', { screen: 'phone' });
  await waitUntilSettled(page);
  const link = footerLink(page, 'Cookie Policy');
  await link.scrollIntoViewIfNeeded();
  const left = await readScrollY(page);
  expect(left).toBeGreaterThan(500);
  await link.click();
  await title(page, 'Cookie Policy').waitFor();
  await waitFor(async () => (await readScrollY(page)) === 0, { what: 'the top of the page' });
  expect(await page.evaluate('document.activeElement?.id')).toBe('main');
  await page.goBack();
  await title(page, 'Terms of Service').waitFor();
  await waitFor(async () => Math.abs((await readScrollY(page)) - left) < 2, {
    what: 'the former scroll position',
  });
});

it('shows a toast below the header, also after scrolling back to the top', async () => {
  const page = await visit(site, '/account', { screen: 'phone', as: await site.addMember('Toni Top') });
  await waitUntilSettled(page);
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.scrollIntoViewIfNeeded();
  await waitFor(async () => (await readScrollY(page)) > 100, { what: 'a scrolled page' });
  await newsletter.click();
  await waitForToast(page, 'You are off the list');
  await page.evaluate('scrollTo(0, 0)');
  const readGap = () =>
    page.evaluate<number>(
      `document.querySelector('[data-sonner-toast]').getBoundingClientRect().top - document.querySelector('header').getBoundingClientRect().bottom`,
    );
  await waitFor(async () => (await readGap()) >= 0, { what: 'the header to be free' });
  await takeScreenshot(page, 'message-below-header', 'phone');
});

it('scrolls again on a second click on the same link, without a new history entry', async () => {
  const page = await visit(site, '/privacy-policy');
  await waitUntilSettled(page);
  const link = page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Your rights' });
  const length = await page.evaluate<number>('history.length');
  const top = () =>
    page.evaluate<number>(`document.getElementById('your-rights').getBoundingClientRect().top`);
  for (const _ of [1, 2]) {
    await page.evaluate('scrollTo(0, 0)');
    await link.click();
    await waitFor(async () => Math.abs((await top()) - 80) < 2, { what: '80 px above the section' });
  }
  expect(await page.evaluate('history.length')).toBe(length + 1);
});

it('adds one history entry when a link is clicked twice while its page is being fetched', async () => {
  const page = await visit(site, '/terms-of-service');
  await waitUntilSettled(page);
  const length = await page.evaluate<number>('history.length');
  const requested = page.waitForRequest('**/cookie-policy-page-*.js');
  const release = await holdRequests(page, '**/cookie-policy-page-*.js');
  await footerLink(page, 'Cookie Policy').dblclick();
  await requested;
  release();
  await title(page, 'Cookie Policy').waitFor();
  expect(await page.evaluate('history.length')).toBe(length + 1);
});

it('shows the 404 page for an unknown path', async () => {
  for (const path of ['/no/such/page', '/admin/none', '/waitlist/7/8']) {
    const page = await visit(site, path, { expectedStatuses: [404] });
    await title(page, '404 Page Not Found').waitFor();
  }
});

it('ignores case and a trailing slash, and shows the 404 page for an invalid UTF-8 path', async () => {
  // React Router warns of a path that it cannot decode.
  const page = await visit(site, '/', { expectedMessage: /^The URL path "\/%E0%A4%A" could not be decoded/ });
  await waitUntilSettled(page);
  const open = (path: string) =>
    page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await open('/Class-Levels/');
  await title(page, 'Class Levels').waitFor();
  await open('/%E0%A4%A');
  await title(page, '404 Page Not Found').waitFor();
});
