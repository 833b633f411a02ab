import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations } from './axe.fixture.ts';
import { countPresses, createPressTable } from './presses.fixture.ts';
import { bookClass, openSite, type Site, toEmail } from './site.fixture.ts';
import {
  fillCard,
  findClass,
  type Screen,
  takeScreenshot,
  visit,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';

const screens: Screen[] = ['phone', 'desktop'];
const goodCard = '4242424242424242';
const me = z.object({ user: z.object({ id: z.string() }) });
const { record, print } = createPressTable(screens);

let site: Site;
beforeAll(async () => {
  site = await openSite();
  // In the morning, so that today has a class.
  await site.moveClock({ now: `${await site.dayIn(1)}T09:00:00Z` });
});
afterAll(async () => {
  await site?.close();
  print();
});

async function fillAccount(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(toEmail(name));
  await dialog.getByLabel('Phone').fill('07700 900123');
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
}

async function payAndWait(page: Page): Promise<void> {
  await (await fillCard(page, goodCard)).click();
  await page.getByRole('dialog', { name: 'Booked' }).waitFor();
}

async function fillSignIn(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await dialog.getByLabel('Email').fill(toEmail(name));
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
}

const pressSignIn = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click();

describe.each(screens)('the presses on a %s', (screen) => {
  const isPhone = screen === 'phone';

  it('are four for a newcomer from BOOK NOW to a seat', async () => {
    const scheduled = await site.addClass(isPhone ? '18:00' : '19:00', { days: 0 });
    const page = await visit(site, '/', { screen });
    await page.getByRole('button', { name: 'BOOK NOW', exact: true }).waitFor();
    const presses = await countPresses(page);
    await page.getByRole('button', { name: 'BOOK NOW', exact: true }).click();
    await fillAccount(page, `Nora New ${screen}`);
    await page.getByRole('button', { name: 'Create Account' }).last().click();
    const card = page.getByRole('article', { name: scheduled.time });
    await card.getByRole('button', { name: 'Buy a pass and book' }).click();
    await payAndWait(page);
    record('new, from BOOK NOW', screen, presses, 4);
  });

  it('are four at most for a newcomer from a class to a seat', async () => {
    const scheduled = await site.addClass(isPhone ? '08:00' : '08:10', { days: 2 });
    const page = await visit(site, '/book-classes', { screen });
    const card = await findClass(page, scheduled);
    const presses = await countPresses(page);
    await card.getByRole('button', { name: 'Buy a pass and book' }).click();
    await fillAccount(page, `Clara Class ${screen}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).click();
    await payAndWait(page);
    record('new, from a class', screen, presses, 4);
  });

  it('are three for a member who is signed out', async () => {
    const scheduled = await site.addClass(isPhone ? '08:20' : '08:30', { days: 2 });
    const name = `Otto Out ${screen}`;
    await site.addMember(name, 1);
    const page = await visit(site, '/', { screen });
    await page.locator('header').first().getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
    await fillSignIn(page, name);
    await pressSignIn(page);
    await waitForToast(page, 'Welcome back!');
    await waitForOwnEntry(page);
    // On the next page, because this one could still send a request, which would have no token.
    await page.addInitScript("localStorage.removeItem('authToken')");
    await page.goto('/book-classes');
    const card = await findClass(page, scheduled);
    const presses = await countPresses(page);
    await card.getByRole('button', { name: 'Sign In to Book' }).click();
    await fillSignIn(page, name);
    await pressSignIn(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Book This Class' }).click();
    await waitForToast(page, 'Class Booked!');
    record('returning, signed out', screen, presses, 3);
  });

  it('are two for a member who is signed in, from BOOK NOW', async () => {
    // One of today would be asked about, because its free cancellation is over.
    const next = await site.addClass(isPhone ? '08:40' : '08:50', { days: 2 });
    const page = await visit(site, '/', { as: await site.addMember(`Ida In ${screen}`, 1), screen });
    await findClass(page, next);
    const presses = await countPresses(page);
    await page.getByRole('button', { name: 'BOOK NOW', exact: true }).click();
    await page.getByRole('article', { name: next.time }).getByRole('button', { name: 'Book Now' }).click();
    await waitForToast(page, 'Class Booked!');
    record('returning, signed in', screen, presses, 2);
  });

  it('are two to cancel a class', async () => {
    const scheduled = await site.addClass(isPhone ? '09:40' : '09:50', { days: 2 });
    const member = await site.addMember(`Cas Cancels ${screen}`, 1);
    await bookClass(member, scheduled);
    const page = await visit(site, '/my-classes', { as: member, screen });
    const cancel = page
      .getByRole('article', { name: scheduled.time })
      .getByRole('button', { name: /^Cancel/ });
    await cancel.waitFor();
    const presses = await countPresses(page);
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
    await waitForToast(page, 'Booking Cancelled');
    record('cancel', screen, presses, 2);
  });
});

it.each(screens)('are two presses to move a class, on a %s', async (screen) => {
  const hour = screen === 'phone' ? '12' : '13';
  const from = await site.addClass(`${hour}:00`, { days: 2 });
  const to = await site.addClass(`${hour}:55`, { days: 2 });
  const member = await site.addMember(`Moira Moves ${screen}`, 1);
  await bookClass(member, from);
  const page = await visit(site, '/my-classes', { as: member, screen });
  const move = page.getByRole('article', { name: from.time }).getByRole('button', { name: 'Move' });
  await move.waitFor();
  const presses = await countPresses(page);
  await move.click();
  const alike = page.getByRole('dialog').getByRole('region', { name: 'Most like this class' });
  await alike.getByRole('button', { name: new RegExp(to.time) }).waitFor();
  await takeScreenshot(page, 'move-alike', screen);
  expect(await findViolations(page)).toEqual([]);
  await alike.getByRole('button', { name: new RegExp(to.time) }).click();
  await waitForToast(page, 'Booking Moved');
  record('move', screen, presses, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Move undone');
  await page.getByRole('article', { name: from.time }).waitFor();
});

it.each(screens)('is one press to book a past class again, on a %s', async (screen) => {
  const time = screen === 'phone' ? '10:00' : '11:00';
  const past = await site.addClass(time, { days: 1 });
  await site.addClass(time, { days: 8 });
  const member = await site.addMember(`Agnes Again ${screen}`, 1);
  const { user } = await member.expect(me, 'GET', '/api/auth/user');
  const added = await site.admin.call('POST', '/api/admin/add-member-to-class', {
    userId: user.id,
    classId: past.id,
  });
  expect(added.status).toBe(200);
  await site.moveClock({ advance: 'P3D' });
  const page = await visit(site, '/my-classes', { as: member, screen });
  const again = page.getByRole('button', { name: /^Book again/ });
  await again.waitFor();
  const presses = await countPresses(page);
  await again.click();
  await waitForToast(page, 'Class Booked!');
  record('book again', screen, presses, 1);
});
