import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilTrue } from '#tools/testing/until-true.ts';
import { openSite, type Site } from './site.fixture.ts';
import { pressEscape, type Screen, visit, waitForFocus, waitForOwnEntry } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const pathOf = (page: Page) => new URL(page.url()).pathname;

describe.each<Screen>(['phone', 'desktop'])('on a %s, Back', (screen) => {
  it('closes a dialog on the first page of a visit, and leaves the page only after it', async () => {
    const page = await visit(site, '/privacy-policy', { screen });
    await page.goto('/');
    const button = page.getByRole('button', { name: 'BOOK NOW' });
    const dialog = page.getByRole('dialog', { name: 'Create your account' });
    for (const close of [() => page.goBack(), () => pressEscape(dialog), () => page.goBack()]) {
      await button.click();
      await dialog.waitFor();
      // It has its history entry a moment after it is visible.
      await untilTrue(page, 'history.state?.hasDialog === true');
      await close();
      await dialog.waitFor({ state: 'detached' });
      await waitForFocus(page, button);
      await waitForOwnEntry(page);
      expect(pathOf(page)).toBe('/');
    }
    await page.goForward();
    await waitForOwnEntry(page);
    await page.goBack();
    await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
  });
});

it('asks before Back closes a dialog with something typed', async () => {
  const page = await visit(site, '/account', { as: await site.addMember('Bea Back') });
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByLabel('New email').fill('bea@example.com');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await dialog.getByLabel('New email').inputValue()).toBe('bea@example.com');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await waitForOwnEntry(page);
  expect(pathOf(page)).toBe('/account');
});

it('leads from a page that a dialog linked to back to the page under the dialog', async () => {
  const member = await site.addMember('Dan Deletes', 1);
  const page = await visit(site, '/class-levels', { as: member });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie Policy' }).click();
  await page.waitForURL('**/cookie-policy');
  await page.evaluate(`history.pushState({ ...history.state, hasDialog: true }, '')`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Cookie Policy', level: 1 }).waitFor();
  await page.goBack();
  await page.waitForURL('**/class-levels');
});
