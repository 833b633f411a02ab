import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilTrue } from '#tools/testing/until-true.ts';
import { findings } from './axe.fixture.ts';
import { emailOf, openSite, type Site } from './site.fixture.ts';
import { focusOn, header, picture, type Screen, tabTo, toast, visit } from './visit.fixture.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
  await site.addMember('Toni Toast');
});
afterAll(() => site?.close());

const cards = (page: Page): Locator => page.locator('[data-sonner-toast]:not([data-removed=true])');

async function openSignIn(page: Page): Promise<Locator> {
  await header(page).getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  return dialog;
}

async function signIn(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(emailOf('Toni Toast'));
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
}

describe.each<Screen>(['phone', 'desktop'])('a toast on a %s', (screen) => {
  it('is alone, at most 420 px wide, and can be reached with F8 and closed', async () => {
    const page = await visit(site, '/class-levels', { screen, refusals: [401] });
    await openSignIn(page);
    await signIn(page, 'wrong-password');
    await toast(page, 'Sign in failed');
    expect(await findings(page)).toEqual([]);
    await picture(page, 'toast', screen);
    const box = await cards(page).boundingBox();
    expect(box?.width).toBe(screen === 'desktop' ? 420 : 390 - 32);

    await signIn(page, 'seaside-7');
    await toast(page, 'Welcome back!');
    await cards(page).filter({ hasText: 'Sign in failed' }).waitFor({ state: 'detached' });
    expect(await cards(page).count()).toBe(1);

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('F8');
    await focusOn(page, page.locator('[data-sonner-toaster]'));
    const close = page.getByRole('button', { name: 'Close message' });
    await tabTo(page, close, 3);
    await focusOn(page, close);
    await page.keyboard.press('Enter');
    await cards(page).waitFor({ state: 'detached' });
  });
});

it('a toast of success goes after 5 seconds', async () => {
  const page = await visit(site, '/class-levels');
  await openSignIn(page);
  await page.evaluate(`new MutationObserver(() => {
    const card = document.querySelector('[data-sonner-toast][data-mounted=true]:not([data-removed=true])');
    if (card && !globalThis.cameAt) globalThis.cameAt = performance.now();
    if (!card && globalThis.cameAt && !globalThis.wentAt) globalThis.wentAt = performance.now();
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`);
  await signIn(page, 'seaside-7');
  await toast(page, 'Welcome back!');
  await untilTrue(page, 'globalThis.wentAt !== undefined');
  const stayed = await page.evaluate<number>('globalThis.wentAt - globalThis.cameAt');
  expect(stayed).toBeGreaterThan(4800);
  expect(stayed).toBeLessThan(6000);
});
