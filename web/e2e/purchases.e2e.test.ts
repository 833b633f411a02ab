import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import {
  findClass,
  openFromMenu,
  openPurchase,
  passCard,
  payWith,
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

const formatDay = (day: string): string => format(`${day}T12:00`, 'MMM dd, yyyy');
const inDays = (days: number) => () => formatDay(londonDayIn(days));
const inMonths = (months: number) => () =>
  formatDay(format(addMonths(`${londonDayIn(0)}T12:00`, months), 'yyyy-MM-dd'));

/** Adds a member who has booked a first class, which makes them eligible for the special offer. */
async function addNewcomer(name: string): Promise<StudioClient> {
  const member = await site.addMember(name);
  expect((await member.buy(await site.findPassId('Sign Up Class'))).status).toBe(200);
  await bookClass(member, await site.addClass('09:30'));
  return member;
}

/** Buys a pass by card, and returns the text of its lot in My Passes. */
async function buy(page: Page, name: string): Promise<string> {
  await openPurchase(page, name);
  await payWith(page, '4242424242424242');
  await page.getByRole('heading', { name: 'Purchase Complete!' }).waitFor();
  await page.getByText(`Your ${name} has been successfully added to your account.`).waitFor();
  await openFromMenu(page, 'My Passes');
  const lot = page.getByRole('article', { name });
  await lot.waitFor();
  return (await lot.textContent()) ?? '';
}

it.each([
  { name: 'Sign Up Class', price: 14, classes: 1, usedBy: inDays(7), state: 'Expiring Soon' },
  { name: 'Single Class', price: 24, classes: 1, usedBy: inDays(14), state: 'Active' },
  { name: '3 Class Pass', price: 69, classes: 3, usedBy: inMonths(1), state: 'Active' },
  { name: '5 Class Pass', price: 110, classes: 5, usedBy: inMonths(2), state: 'Active' },
  { name: '10 Class Pass', price: 200, classes: 10, usedBy: inMonths(3), state: 'Active' },
  { name: '20 Class Pass', price: 320, classes: 20, usedBy: inMonths(6), state: 'Active' },
])(
  'sells the $name with its price, classes and expiry date',
  async ({ name, price, classes, usedBy, state }) => {
    const page = await visit(site, '/', { as: await site.addMember(`Buyer of ${classes} for ${price}`) });
    const lot = await buy(page, name);
    expect(lot).toContain(`${state}${classes}of ${classes} ${classes === 1 ? 'class' : 'classes'} remaining`);
    expect(lot).toContain(`Price£${price}`);
    expect(lot).toContain(`Use by${usedBy()}`);
    await waitForBadge(page, `Passes ${classes}`);
  },
);

it('sells the Special 3 Class Pass once to an eligible member', async () => {
  const page = await visit(site, '/', { as: await addNewcomer('Nina Newcomer') });
  const offer = passCard(page, 'Special 3 Class Pass');
  await offer.getByText('7 days left').waitFor();
  await offer.getByText('Save 28%').waitFor();
  expect(await passCard(page, 'Sign Up Class').count()).toBe(0);
  await offer.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'special-offer', 'desktop');
  const lot = await buy(page, 'Special 3 Class Pass');
  expect(lot).toContain('Active3of 3 classes remaining');
  expect(lot).toContain('Price£50');
  expect(lot).toContain(`Use by${inDays(42)()}`);
  await page.getByRole('link', { name: 'Buy another pass' }).click();
  await passCard(page, 'Single Class').waitFor();
  expect(await offer.count()).toBe(0);
});

it('shows the special offer as soon as the first class is booked, on a phone', async () => {
  const member = await site.addMember('Noor Newcomer');
  expect((await member.buy(await site.findPassId('Sign Up Class'))).status).toBe(200);
  const page = await visit(site, '/book-classes', { as: member, screen: 'phone' });
  await passCard(page, 'Single Class').waitFor();
  expect(await passCard(page, 'Special 3 Class Pass').count()).toBe(0);
  await bookClass(member, await site.addClass('10:30'));
  const offer = passCard(page, 'Special 3 Class Pass');
  await offer.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'special-offer', 'phone');
});

it('returns from a purchase to the day of the class that the member wanted to book', async () => {
  const wanted = await site.addClass('16:15', { days: 3 });
  const page = await visit(site, '/book-classes', {
    as: await site.addMember('Wanda Wants'),
    expectedStatuses: [402],
  });
  await (await findClass(page, wanted)).getByRole('button', { name: 'Book Now' }).click();
  await waitForToast(page, 'Need Class Passes');
  await page.getByRole('button', { name: 'Buy Passes' }).click();
  await openPurchase(page, 'Single Class');
  await payWith(page, '4242424242424242');
  await page.getByRole('button', { name: 'Book Your Classes' }).click();
  const card = page.getByRole('article', { name: wanted.time });
  await card.getByRole('button', { name: 'Book Now' }).waitFor();
  const readTop = async () => (await card.boundingBox())?.y ?? Number.NaN;
  await waitFor(async () => Math.abs((await readTop()) - 80) < 2, { what: 'the class 80 px below the top' });
  await card.getByRole('button', { name: 'Book Now' }).click();
  await waitForToast(page, 'Class Booked!');
});

it.each(['You need 1 class credit... no class credits left.', 'A class pass is needed.'])(
  'offers passes when a booking fails with "%s"',
  async (error) => {
    const wanted = await site.addClass(error.startsWith('A') ? '16:30' : '16:45', { days: 3 });
    const page = await visit(site, '/book-classes', {
      as: await site.addMember(`Needs ${error.slice(0, 1)}`),
      expectedStatuses: [400],
    });
    await page.route('**/api/bookings', (route) =>
      route.fulfill({ status: 400, json: { success: false, error, code: 'CONFLICT', requestId: 'r' } }),
    );
    await (await findClass(page, wanted)).getByRole('button', { name: 'Book Now' }).click();
    expect(await waitForToast(page, 'Need Class Passes')).toContain(
      'Purchase a class pass to book this session.',
    );
  },
);

it('asks a visitor to sign in before a purchase', async () => {
  const page = await visit(site, '/');
  await passCard(page, '5 Class Pass').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
});
