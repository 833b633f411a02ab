import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import {
  findClass,
  header,
  openFromMenu,
  openPurchase,
  payWith,
  type Screen,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const outbox = z.array(z.object({ to: z.unknown(), subject: z.string(), kind: z.string() }));

async function signUp(page: Page, email: string, screen: Screen): Promise<void> {
  await header(page).getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create your account' });
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await dialog.getByText('Name must be at least 2 characters').waitFor();
  await dialog.getByLabel('Name').fill('Wren Harbour');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Phone').fill('07700 900456');
  await dialog.getByLabel('Password', { exact: true }).fill('low-tide-7');
  expect(await dialog.getByRole('textbox', { name: /What should we know/ }).count()).toBe(0);
  await dialog.getByText('If there is anything your instructor should look out for.').click();
  await dialog.getByLabel('I have an injury, or had one recently').check();
  await dialog.getByRole('textbox', { name: /What should we know/ }).fill('A stiff left shoulder');
  await dialog.getByLabel('I agree that the studio keeps these health answers').check();
  await takeScreenshot(page, 'sign-up', screen);
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  expect(await waitForToast(page, 'Account created!')).toContain(
    "You're now signed in and can start booking classes.",
  );
  await dialog.waitFor({ state: 'detached' });
  await waitForBadge(page, 'Passes 0');
}

async function buy(page: Page, screen: Screen): Promise<void> {
  const dialog = await openPurchase(page, '5 Class Pass');
  await dialog.getByText('or pay with card').waitFor();
  await takeScreenshot(page, 'purchase', screen);
  await payWith(page, '4242424242424242');
  await page.getByRole('heading', { name: 'Purchase Complete!' }).waitFor();
  await page.getByText('Your 5 Class Pass has been successfully added to your account.').waitFor();
  await page.getByText('A confirmation email has been sent to your email address.').waitFor();
  await waitForBadge(page, 'Passes 5');
  await takeScreenshot(page, 'purchase-complete', screen);
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
}

async function book(page: Page, scheduled: TimetableClass, screen: Screen): Promise<void> {
  const card = await findClass(page, scheduled);
  await card.getByText('7 spots left').waitFor();
  await card.getByRole('button', { name: 'Book Now' }).click();
  expect(await waitForToast(page, 'Class Booked!')).toContain('You have 4 passes remaining.');
  await card.getByText('Booked', { exact: true }).waitFor();
  await card.getByText('6 spots left').waitFor();
  await waitForBadge(page, 'Passes 4');
  await takeScreenshot(page, 'booked', screen);
}

async function cancel(page: Page, { time }: TimetableClass, screen: Screen): Promise<void> {
  await openFromMenu(page, 'My Classes');
  const row = page.getByRole('article', { name: time });
  await row.getByText('Marina Hale · 50 min · 5 Class Pass').waitFor();
  await takeScreenshot(page, 'my-classes-booked', screen);
  await row.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.getByText('Your pass goes back to your 5 Class Pass, to use by').waitFor();
  await dialog.getByRole('button', { name: 'Cancel Class' }).click();
  expect(await waitForToast(page, 'Booking Cancelled')).toContain('You have 5 passes remaining.');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Your pass came back' }).waitFor();
  await waitForBadge(page, 'Passes 5');
  await openFromMenu(page, 'My Passes');
  const lot = page.getByRole('article', { name: '5 Class Pass' });
  await lot.getByText('of 5 classes remaining').waitFor();
  expect(await lot.textContent()).toContain('Active5of 5 classes remaining');
}

async function signOut(page: Page, screen: Screen): Promise<void> {
  const opener = screen === 'phone' ? 'Menu' : /^Account of/;
  await header(page).getByRole('button', { name: opener }).click();
  await header(page).getByRole('button', { name: 'Sign Out' }).click();
  await header(page).getByRole('button', { name: 'Sign In' }).waitFor();
  await page.waitForURL('**/');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
}

describe.each<Screen>(['phone', 'desktop'])('on a %s', (screen) => {
  it('a visitor signs up, buys a pass, books and cancels a class, and gets the pass back', async () => {
    const email = `wren.${screen}@example.com`;
    const scheduled = await site.addClass(screen === 'phone' ? '09:30' : '10:30', {
      name: 'reformer for all',
    });
    const page = await visit(site, '/', { screen, expectedStatuses: [401] });
    await page.getByRole('heading', { level: 1, name: 'Tideline' }).waitFor();
    await takeScreenshot(page, 'first-view', screen);
    await signUp(page, email, screen);
    await buy(page, screen);
    await book(page, scheduled, screen);
    await cancel(page, scheduled, screen);

    const receipt = await waitFor(async () => {
      const mails = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
      return mails.find(
        (mail) => JSON.stringify(mail.to).includes(email) && /5 Class Pass/.test(mail.subject),
      );
    });
    expect(receipt).toBeDefined();

    await signOut(page, screen);
    await header(page).getByRole('button', { name: 'Sign In' }).click();
    // A member has signed in with this browser, so the dialog opens on sign-in.
    await page.getByRole('dialog', { name: 'Welcome back' }).waitFor();
    await signIn(page, email, 'high-tide-7');
    await waitForToast(page, 'Sign in failed');
    await signIn(page, email, 'low-tide-7');
    expect(await waitForToast(page, 'Welcome back!')).toContain('You have been signed in successfully.');
    await waitForBadge(page, 'Passes 5');
  });
});
