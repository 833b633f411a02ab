import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import {
  fillCard,
  openPurchase,
  payWith,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const goodCard = '4242424242424242';

it.each(['phone', 'desktop'] as const)(
  'keeps a card with consent, pays with it in one press, and removes it in My Account, on a %s',
  async (screen) => {
    const page = await visit(site, '/', { as: await site.addMember(`Kay ${screen}`), screen });
    const purchased = page.getByRole('heading', { name: 'Purchase Complete!' });
    await openPurchase(page, 'Single Class');
    const pay = await fillCard(page, goodCard);
    await page.getByRole('checkbox', { name: 'Keep this card for next time' }).check();
    await waitUntilSettled(page);
    await takeScreenshot(page, 'keep-card', screen);
    await pay.click();
    await purchased.waitFor();

    await page.getByRole('button', { name: 'Book Your Classes' }).click();
    const dialog = await openPurchase(page, '3 Class Pass');
    const savedCard = dialog.getByRole('button', { name: 'Pay £69 with Visa ending in 4242' });
    await savedCard.waitFor();
    await dialog.getByRole('checkbox', { name: 'Keep this card for next time' }).waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'kept-card', screen);
    await savedCard.dblclick();
    await purchased.waitFor();
    await waitForBadge(page, 'Passes 4');

    await page.goto(`${site.base}/account`);
    const cards = page.getByRole('region', { name: 'Payment cards' });
    await cards.getByText('Expires 12/34').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'account-cards', screen, true);
    await cards.getByRole('button', { name: 'Remove Visa ending in 4242' }).click();
    await waitForToast(page, 'Card Removed');
    await cards.getByText('No card is kept.').waitFor();
    await waitForFocus(page, page.getByRole('heading', { name: 'Payment cards' }));
  },
);

it('runs the bank’s challenge for a saved card', async () => {
  const page = await visit(site, '/', { as: await site.addMember('Kit Secure') });
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await openPurchase(page, 'Single Class');
  await page.getByRole('checkbox', { name: 'Keep this card for next time' }).check();
  await payWith(page, '4000002760003184');
  await bank.getByRole('button', { name: 'Authorise' }).click();
  await waitForBadge(page, 'Passes 1');
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  const dialog = await openPurchase(page, 'Single Class');
  const savedCard = dialog.getByRole('button', { name: /ending in 3184/ });
  await savedCard.click();
  await bank.getByRole('button', { name: 'Fail' }).click();
  await waitForToast(page, 'Payment Failed');
  await savedCard.click();
  await bank.getByRole('button', { name: 'Authorise' }).click();
  await waitForBadge(page, 'Passes 2');
});
