import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openSite, type Site } from './site.fixture.ts';
import { holdBack, picture, settled, toast, visit } from './visit.fixture.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
const scrolled = (page: Page) => page.evaluate<number>('scrollY');

it.each([
  ['Cookie Policy', 'cookie-policy-page', 'Cookie Policy'],
  ['Instructors', 'staff-shell', 'Instructor Dashboard'],
])('the page in view stays until that of the link %s has been fetched', async (link, file, next) => {
  const page = await visit(site, '/terms-of-service');
  await settled(page);
  const asked = page.waitForRequest(`**/${file}-*.js`);
  const fetched = await holdBack(page, `**/${file}-*.js`);
  await footerLink(page, link).click();
  await asked;
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  expect(await title(page, 'Terms of Service').isVisible()).toBe(true);
  fetched();
  await title(page, next).waitFor();
});

it('a new page starts at its top with the focus, and Back finds the place one left', async () => {
  const page = await visit(site, '/terms-of-service', { screen: 'phone' });
  await settled(page);
  const link = footerLink(page, 'Cookie Policy');
  await link.scrollIntoViewIfNeeded();
  const left = await scrolled(page);
  expect(left).toBeGreaterThan(500);
  await link.click();
  await title(page, 'Cookie Policy').waitFor();
  await waitFor(async () => (await scrolled(page)) === 0, { what: 'the top of the page' });
  expect(await page.evaluate('document.activeElement?.id')).toBe('main');
  await page.goBack();
  await title(page, 'Terms of Service').waitFor();
  await waitFor(async () => Math.abs((await scrolled(page)) - left) < 2, { what: 'the place one left' });
});

it('a message leaves the header free, also when the page is back at its top', async () => {
  const page = await visit(site, '/account', { screen: 'phone', as: await site.addMember('Toni Top') });
  await settled(page);
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await newsletter.scrollIntoViewIfNeeded();
  await waitFor(async () => (await scrolled(page)) > 100, { what: 'a place further down' });
  await newsletter.click();
  await toast(page, 'You are off the list');
  await page.evaluate('scrollTo(0, 0)');
  const room = () =>
    page.evaluate<number>(
      `document.querySelector('[data-sonner-toast]').getBoundingClientRect().top - document.querySelector('header').getBoundingClientRect().bottom`,
    );
  await waitFor(async () => (await room()) >= 0, { what: 'the header to be free' });
  await picture(page, 'message-below-header', 'phone');
});

it('a second click on the same link counts, and adds nothing to the history', async () => {
  const page = await visit(site, '/privacy-policy');
  await settled(page);
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

it('an address that leads nowhere says so', async () => {
  for (const path of ['/no/such/page', '/admin/none', '/waitlist/7/8']) {
    const page = await visit(site, path, { refusals: [404] });
    await title(page, '404 Page Not Found').waitFor();
  }
});

it('letters and a slash at the end do not matter, and an address that is no good UTF-8 breaks nothing', async () => {
  const page = await visit(site, '/');
  await settled(page);
  const open = (path: string) =>
    page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await open('/Class-Levels/');
  await title(page, 'Class Levels').waitFor();
  await open('/%E0%A4%A');
  await title(page, '404 Page Not Found').waitFor();
});
