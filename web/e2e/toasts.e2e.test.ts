import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  header,
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const cards = (page: Page): Locator => page.locator('[data-sonner-toast]:not([data-removed=true])');

async function openSignIn(page: Page): Promise<Locator> {
  await header(page).getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  return dialog;
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(toEmail(name));
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
}

describe.each<Screen>(['phone', 'desktop'])('a toast on a %s', (screen) => {
  it('replaces the one before, is at most 420 px wide, and is focused with F8 and closed', async () => {
    const name = `Toni ${screen}`;
    await site.addMember(name);
    const page = await visit(site, '/class-levels', { screen, expectedStatuses: [401] });
    await openSignIn(page);
    await signIn(page, name, 'wrong-password');
    await waitForToast(page, 'Sign in failed');
    const red = 'rgb(154, 44, 42)';
    expect(
      await page.evaluate(`getComputedStyle(document.querySelector('[data-tone=error]')).backgroundColor`),
    ).toBe(red);
    const box = await cards(page).boundingBox();
    expect(box?.width).toBe(screen === 'desktop' ? 420 : 390 - 32);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'toast', screen);

    await signIn(page, name, 'seaside-7');
    await waitForToast(page, 'Welcome back!');
    // A toast under the pointer stays.
    await cards(page).filter({ hasText: 'Welcome back!' }).hover();
    await cards(page).filter({ hasText: 'Sign in failed' }).waitFor({ state: 'detached' });
    expect(await cards(page).count()).toBe(1);

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('F8');
    await waitForFocus(page, page.locator('[data-sonner-toaster]'));
    // The replaced card is still fading out and has a button of the same name.
    const close = cards(page).getByRole('button', { name: 'Close message' });
    await tabTo(page, close, 3);
    await waitForFocus(page, close);
    await page.keyboard.press('Enter');
    await cards(page).waitFor({ state: 'detached' });
  });
});

it('a success toast disappears after 5 seconds', async () => {
  await site.addMember('Toni Timed');
  const page = await visit(site, '/class-levels');
  await openSignIn(page);
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await signIn(page, 'Toni Timed', 'seaside-7');
  await waitFor(async () => {
    await page.clock.runFor(10);
    return (await cards(page).count()) === 1;
  });
  await page.clock.runFor(4_900);
  expect(await cards(page).textContent()).toContain('Welcome back!');
  await page.clock.runFor(200);
  await cards(page).waitFor({ state: 'detached' });
});
