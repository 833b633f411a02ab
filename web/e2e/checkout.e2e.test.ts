import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import {
  fillCard,
  findClass,
  type Screen,
  takeScreenshot,
  visit,
  waitForBadge,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const goodCard = '4242424242424242';
const screens: Screen[] = ['phone', 'desktop'];
const buy = (card: Locator) => card.getByRole('button', { name: 'Buy a pass and book' });
const getDialog = (page: Page) => page.getByRole('dialog');

async function look(page: Page, name: string, screen: Screen): Promise<void> {
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, name, screen);
}

describe.each(screens)('buying a pass and booking, on a %s', (screen) => {
  it('takes a newcomer from a class to a seat', async () => {
    const scheduled = await site.addClass(screen === 'phone' ? '06:10' : '06:20', { days: 3 });
    const page = await visit(site, '/', { screen });
    const card = await findClass(page, scheduled);
    await look(page, 'checkout-card', screen);
    await buy(card).click();
    const dialog = getDialog(page);
    await dialog.getByLabel('Name').fill(`Nell New ${screen}`);
    await dialog.getByLabel('Email').fill(toEmail(`Nell New ${screen}`));
    await dialog.getByLabel('Phone').fill('07700 900123');
    await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
    await look(page, 'checkout-account', screen);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await dialog.getByText('Your place is kept until').waitFor();
    const pay = await fillCard(page, goodCard);
    await look(page, 'checkout-pay', screen);
    await pay.click();
    await page.getByRole('dialog', { name: 'Booked' }).waitFor();
    await look(page, 'checkout-booked', screen);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.getByText('Booked').waitFor();
    await waitForBadge(page, 'Passes 0');
  });
});
