import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from './check-page.fixture.ts';
import { bookClass, openSite, type Site, toEmail } from './site.fixture.ts';
import {
  fillCard,
  findClass,
  holdRequests,
  payWith,
  pressEscape,
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
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

describe.each(screens)('buying a pass and booking, on a %s', (screen) => {
  it('takes a newcomer from a class to a seat', async () => {
    const scheduled = await site.addClass(screen === 'phone' ? '06:10' : '06:20', { days: 3 });
    const page = await visit(site, '/', { screen });
    const card = await findClass(page, scheduled);
    await checkPage(page, 'checkout-card', screen);
    await buy(card).click();
    const dialog = getDialog(page);
    await dialog.getByLabel('Name').fill(`Nell New ${screen}`);
    await dialog.getByLabel('Email').fill(toEmail(`Nell New ${screen}`));
    await dialog.getByLabel('Phone').fill('07700 900123');
    await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
    await checkPage(page, 'checkout-account', screen);
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await dialog.getByText('Your place is kept until').waitFor();
    const pay = await fillCard(page, goodCard);
    await checkPage(page, 'checkout-pay', screen);
    await pay.click();
    await page.getByRole('dialog', { name: 'Booked' }).waitFor();
    await checkPage(page, 'checkout-booked', screen);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.getByText('Booked').waitFor();
    await waitForBadge(page, 'Passes 0');
  });
});

const kept = (page: Page) => getDialog(page).getByText('Your place is kept until');
const booked = (page: Page) => page.getByRole('dialog', { name: 'Booked' });

async function signIn(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByLabel('Email').fill(toEmail(name));
  await dialog.getByLabel('Password', { exact: true }).fill('seaside-7');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
}

it('pays with a saved card in one press', async () => {
  const first = await site.addClass('07:10', { days: 3 });
  const second = await site.addClass('07:20', { days: 4 });
  const page = await visit(site, '/book-classes', { as: await site.addMember('Cora Card') });
  await buy(await findClass(page, first)).click();
  const pay = await fillCard(page, goodCard);
  await page.getByRole('checkbox', { name: 'Keep this card for next time' }).check();
  await pay.click();
  await booked(page).getByRole('button', { name: 'Done' }).click();
  await waitForOwnEntry(page);
  await buy(await findClass(page, second)).click();
  await getDialog(page)
    .getByRole('button', { name: /^Pay £\d+ with Visa ending in 4242$/ })
    .click();
  await booked(page).getByText('Free to cancel until').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    booked(page).getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('class.ics');
});

it('asks a member who signs in and has a pass whether to use it', async () => {
  const scheduled = await site.addClass('07:30', { days: 3 });
  await site.addMember('Petra Pass', 1);
  const page = await visit(site, '/');
  await buy(await findClass(page, scheduled)).click();
  await signIn(getDialog(page), 'Petra Pass');
  const question = page.getByRole('dialog', { name: 'Book this class?' });
  await question.getByRole('button', { name: 'Book This Class' }).click();
  await waitForToast(page, 'Class Booked!');
});

it('buys another pass of the list', async () => {
  const scheduled = await site.addClass('07:40', { days: 3 });
  const page = await visit(site, '/', { as: await site.addMember('Mel More') });
  await buy(await findClass(page, scheduled)).click();
  await kept(page).waitFor();
  await getDialog(page).getByText('More passes, or a membership').click();
  await getDialog(page)
    .getByRole('radio', { name: /^10 Class Pass/ })
    .check();
  await kept(page).waitFor();
  await payWith(page, goodCard);
  await booked(page).getByText('You have 9 passes left.').waitFor();
});

it('keeps the place after a declined card, and runs the bank’s challenge', async () => {
  const scheduled = await site.addClass('07:50', { days: 3 });
  const page = await visit(site, '/', { as: await site.addMember('Dan Declined'), expectedStatuses: [402] });
  await buy(await findClass(page, scheduled)).click();
  await payWith(page, '4000000000000002');
  await waitForToast(page, 'Payment Failed');
  await kept(page).waitFor();
  await payWith(page, '4000002760003184');
  const bank = page.frameLocator('iframe[name=sandbox-authenticate]');
  await bank.getByRole('button', { name: 'Authorise' }).click();
  await booked(page).waitFor();
});

it('keeps the last place of a class for the member who closes the dialog, and for no other', async () => {
  const scheduled = await site.addClass('08:10', { days: 3, maxCapacity: 1 });
  const [page, other] = await Promise.all([
    visit(site, '/', { as: await site.addMember('Lou Last') }),
    visit(site, '/', { as: await site.addMember('Oda Other') }),
  ]);
  const card = await findClass(page, scheduled);
  await buy(card).click();
  await kept(page).waitFor();
  await pressEscape(page.getByRole('dialog'));
  await waitForFocus(page, buy(card));
  await (await findClass(other, scheduled)).getByRole('button', { name: 'Join Waitlist' }).waitFor();
  await waitForOwnEntry(page);
  await page.reload();
  await buy(card).click();
  await kept(page).waitFor();
  await payWith(page, goodCard);
  await booked(page).waitFor();
});

it('offers the waitlist of a class that is full when the account is made', async () => {
  const scheduled = await site.addClass('08:20', { days: 3, maxCapacity: 1 });
  const rival = await site.addMember('Rex Rival', 1);
  await site.addMember('Fay Full');
  const page = await visit(site, '/', { screen: 'phone', expectedStatuses: [409] });
  await buy(await findClass(page, scheduled)).click();
  await getDialog(page).waitFor();
  await bookClass(rival, scheduled);
  await signIn(getDialog(page), 'Fay Full');
  await getDialog(page).getByText('Someone else has the last place now.').waitFor();
  await checkPage(page, 'checkout-full', 'phone');
  await getDialog(page).getByRole('button', { name: 'Join Waitlist' }).click();
  await waitForToast(page, 'Added to Waitlist');
});

it.each(screens)('shows that the pass stays when the place is taken, on a %s', async (screen) => {
  const scheduled = await site.addClass(screen === 'phone' ? '08:30' : '08:40', { days: 3 });
  const page = await visit(site, '/', { as: await site.addMember(`Gil Gone ${screen}`), screen });
  await buy(await findClass(page, scheduled)).click();
  const pay = await fillCard(page, goodCard);
  expect((await site.admin.call('DELETE', `/api/admin/classes/${scheduled.id}`)).status).toBe(200);
  await pay.click();
  const dialog = page.getByRole('dialog', { name: 'Your pass is yours' });
  await dialog.getByText('the studio cancelled this class meanwhile').waitFor();
  await checkPage(page, 'checkout-not-booked', screen);
  await dialog.getByRole('button', { name: 'See other classes' }).click();
  await waitForBadge(page, 'Passes 1');
});

it('works by keyboard alone', async () => {
  const scheduled = await site.addClass('08:50', { days: 3 });
  const page = await visit(site, '/', { as: await site.addMember('Kim Keys') });
  const card = await findClass(page, scheduled);
  await tabTo(page, buy(card));
  await page.keyboard.press('Enter');
  await waitForFocus(page, getDialog(page).getByRole('radio', { checked: true }));
  await getDialog(page).getByLabel('Card number').waitFor();
  await tabTo(page, getDialog(page).getByRole('button', { name: /Apple Pay/ }));
  await page.keyboard.press('Enter');
  await booked(page).waitFor();
  await tabTo(page, booked(page).getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await booked(page).waitFor({ state: 'detached' });
  await waitForFocus(page, card.getByRole('link', { name: 'My Classes' }));
});

it('answers the press while the dialog is fetched', async () => {
  const scheduled = await site.addClass('08:55', { days: 3 });
  const page = await visit(site, '/', { screen: 'phone' });
  const release = await holdRequests(page, '**/assets/checkout-dialog-*.js');
  // The first visit may have fetched the script already.
  await page.reload();
  const card = await findClass(page, scheduled);
  await buy(card).click();
  await page.getByText('One moment...').waitFor();
  await takeScreenshot(page, 'checkout-loading', 'phone');
  release();
  await page.getByRole('dialog', { name: 'Book this class' }).getByLabel('Name').waitFor();
  expect(await page.getByText('One moment...').count()).toBe(0);
});
