import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, toEmail } from './site.fixture.ts';
import {
  findClass,
  passCard,
  pressEscape,
  type Screen,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const selectedDay = (page: Page) =>
  page.getByRole('group', { name: 'Day' }).locator('[aria-pressed=true]').textContent();

/** Signs in with the dialog that a stranger's press has opened. */
async function signIn(page: Page, name: string): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Create your account' })
    .getByRole('button', { name: 'Sign in' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Email').fill(toEmail(name));
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function waitForTop(page: Page, selector: string): Promise<void> {
  const readTop = async () => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
  await waitFor(async () => Math.abs((await readTop()) - 80) < 2, { what: `${selector} below the header` });
}

describe.each(['/', '/book-classes'])('the address of %s', (path) => {
  it('has the chosen day, which Back and a reload keep', async () => {
    const scheduled = await site.addClass(path === '/' ? '07:15' : '07:20', { days: 7 });
    const page = await visit(site, path);
    await findClass(page, scheduled);
    expect(new URL(page.url()).search).toBe(`?date=${scheduled.date}`);
    const chosen = await selectedDay(page);
    await page.reload();
    await page.getByRole('article', { name: scheduled.time }).waitFor();
    expect(await selectedDay(page)).toBe(chosen);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
    await page.waitForURL('**/privacy-policy');
    await page.goBack();
    await page.getByRole('article', { name: scheduled.time }).waitFor();
    await page.getByRole('button', { name: 'Previous week' }).click();
    await waitFor(async () => new URL(page.url()).search === '');
  });
});

it.each<Screen>(['phone', 'desktop'])('an address with a class shows it, on a %s', async (screen) => {
  const scheduled = await site.addClass(screen === 'phone' ? '07:25' : '07:35', { days: 3 });
  const page = await visit(site, `/book-classes?date=${scheduled.date}&class=${scheduled.id}`, { screen });
  const card = page.getByRole('article', { name: scheduled.time });
  await card.waitFor();
  await waitForTop(page, `#class-${scheduled.id}`);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'class-address', screen);
});

it('an old address leads to the new day of a class, or reports its deletion', async () => {
  const moved = await site.addClass('07:45', { days: 2 });
  const gone = await site.addClass('07:50', { days: 2 });
  const date = await site.dayIn(4);
  const { classes } = await site.admin.expect(
    z.object({ classes: z.array(z.object({ id: z.number(), instructorId: z.number() })) }),
    'GET',
    `/api/classes?date=${moved.date}`,
  );
  const instructorId = classes.find(({ id }) => id === moved.id)?.instructorId;
  const body = { name: 'beginner', date, time: moved.time, instructorId };
  expect((await site.admin.call('PUT', `/api/admin/classes/${moved.id}`, body)).status).toBe(200);
  expect((await site.admin.call('DELETE', `/api/admin/classes/${gone.id}`)).status).toBe(200);
  const page = await visit(site, `/?date=${moved.date}&class=${moved.id}`);
  await waitFor(async () => new URL(page.url()).search === `?date=${date}&class=${moved.id}`);
  await waitForTop(page, `#class-${moved.id}`);
  await page.goto(`/?class=${gone.id}`);
  await page.getByText('The class of this link is no longer in the timetable.').waitFor();
  await waitForTop(page, '#book-classes');
  await takeScreenshot(page, 'class-gone', 'desktop');
});

describe('after a sign-in, what was pressed goes on:', () => {
  it('BOOK NOW leads to the timetable', async () => {
    await site.addMember('Nora Now');
    const page = await visit(site, '/', { screen: 'phone' });
    await page.getByRole('button', { name: 'BOOK NOW' }).click();
    await signIn(page, 'Nora Now');
    await waitForTop(page, '#book-classes');
  });

  it.each<Screen>(['phone', 'desktop'])('a class is booked after one question, on a %s', async (screen) => {
    const scheduled = await site.addClass(screen === 'phone' ? '13:10' : '13:20', { days: 3 });
    const name = `Cleo Class ${screen}`;
    await site.addMember(name, 1);
    const page = await visit(site, '/book-classes', { screen });
    const card = await findClass(page, scheduled);
    await card.getByRole('button', { name: 'Sign In to Book' }).click();
    await signIn(page, name);
    const question = page.getByRole('dialog', { name: 'Book this class?' });
    await question.getByText('It takes one of your passes, and is free to cancel until').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'book-after-sign-in', screen);
    await question.getByRole('button', { name: 'Not now' }).click();
    await waitForFocus(page, card.getByRole('button', { name: 'Book Now' }));
    await waitForOwnEntry(page);
    await page.reload();
    await card.getByRole('button', { name: 'Book Now' }).waitFor();
    expect(await question.count()).toBe(0);
    await card.getByRole('button', { name: 'Book Now' }).click();
    await waitForToast(page, 'Class Booked!');
  });

  it('a class is offered with a pass to a member without one, who can also go to the passes and back', async () => {
    const scheduled = await site.addClass('13:30', { days: 3 });
    await site.addMember('Paul Passless');
    const page = await visit(site, '/', { expectedStatuses: [402] });
    const card = await findClass(page, scheduled);
    await card.getByRole('button', { name: 'Sign In to Book' }).click();
    await signIn(page, 'Paul Passless');
    const checkout = page.getByRole('dialog', { name: 'Buy a pass and book' });
    await checkout.getByText('Your place is kept until').waitFor();
    await pressEscape(checkout);
    await checkout.waitFor({ state: 'detached' });
    await waitForOwnEntry(page);
    await card.getByRole('button', { name: 'Book Now' }).click();
    await waitForToast(page, 'Need Class Passes');
    await page.getByRole('button', { name: 'Buy Passes' }).click();
    await page.waitForURL(`**/book-classes?date=${scheduled.date}&class=${scheduled.id}#pricing`);
    await waitForTop(page, '#pricing');
    await page.goto('/payment-success');
    await page.getByRole('heading', { name: 'We could not find this payment' }).waitFor();
    await page.goto(`/book-classes?date=${scheduled.date}&class=${scheduled.id}`);
    await waitForTop(page, `#class-${scheduled.id}`);
  });

  it('a class is booked when another tab of the browser has signed in', async () => {
    const scheduled = await site.addClass('13:50', { days: 3 });
    const { token } = await site.addMember('Tess Tabs', 1);
    const page = await visit(site, '/book-classes');
    await (await findClass(page, scheduled)).getByRole('button', { name: 'Sign In to Book' }).click();
    await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
    const other = await page.context().newPage();
    await other.goto('/privacy-policy');
    await other.evaluate(`localStorage.setItem('authToken', ${JSON.stringify(token)})`);
    await page
      .getByRole('dialog', { name: 'Book this class?' })
      .getByRole('button', { name: 'Book This Class' })
      .click();
    await waitForToast(page, 'Class Booked!');
  });

  it('a pass opens its purchase', async () => {
    await site.addMember('Pia Pass');
    const page = await visit(site, '/book-classes');
    await passCard(page, '10 Class Pass').getByRole('button', { name: 'Sign In' }).click();
    await signIn(page, 'Pia Pass');
    await page.getByRole('dialog', { name: 'Purchase 10 Class Pass' }).getByLabel('Card number').waitFor();
  });

  it('a membership gets its payment link', async () => {
    await site.addMember('Mona Member');
    const page = await visit(site, '/#membership');
    await page.getByRole('button', { name: 'Start Membership' }).click();
    await signIn(page, 'Mona Member');
    await waitForToast(page, 'Payment Link Ready');
  });

  it('a full class is waited for', async () => {
    const full = await site.addClass('13:40', { days: 3, maxCapacity: 1 });
    await bookClass(await site.addMember('Rory Rival', 1), full);
    await site.addMember('Will Waits', 1);
    const page = await visit(site, '/book-classes');
    await (await findClass(page, full)).getByRole('button', { name: 'Sign In to Join Waitlist' }).click();
    await signIn(page, 'Will Waits');
    await waitForToast(page, 'Added to Waitlist');
  });

  it('nothing does when the dialog was closed before', async () => {
    await site.addMember('Dora Dialog');
    const page = await visit(site, '/book-classes');
    await passCard(page, '10 Class Pass').getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog');
    await pressEscape(dialog);
    await dialog.waitFor({ state: 'detached' });
    await page.locator('header').first().getByRole('button', { name: 'Sign In' }).click();
    await signIn(page, 'Dora Dialog');
    await waitForToast(page, 'Welcome back!');
    await passCard(page, '10 Class Pass').getByRole('button', { name: 'Purchase' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

it('an address of a class of a past week reports that, and shows the next ones', async () => {
  const over = await site.addClass('07:55', { days: 1 });
  await site.moveClock({ advance: 'P9D' });
  const page = await visit(site, `/book-classes?date=${over.date}&class=${over.id}`, { screen: 'phone' });
  await page.getByText('The class of this link is over. These are the next ones.').waitFor();
  await waitForTop(page, '#book-classes');
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'class-over', 'phone');
});
