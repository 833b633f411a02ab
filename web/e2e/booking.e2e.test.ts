import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import {
  findClass,
  holdRequests,
  pressEscape,
  tabTo,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const myBookings = z.object({ bookings: z.array(z.object({ id: z.number() })) });

it('offers on each class what a visitor can do with it', async () => {
  const full = await site.addClass('08:00', { maxCapacity: 1 });
  const early = await site.addClass('08:15', { days: 8 });
  const open = await site.addClass('08:30', { name: 'reformer for all' });
  const rival = await site.addMember('Rival One', 1);
  await bookClass(rival, full);

  const page = await visit(site, '/book-classes', { screen: 'phone' });
  const fullCard = await findClass(page, full);
  await fullCard.getByText('Fully Booked').waitFor();
  await fullCard.getByText('No spots left').waitFor();
  expect(await fullCard.getByRole('button', { name: 'Sign In to Book' }).count()).toBe(0);
  const openCard = await findClass(page, open);
  await openCard.getByRole('button', { name: 'Reformer For All' }).hover();
  await page.getByRole('tooltip', { name: 'Not suitable for complete beginners' }).waitFor();
  await openCard.getByRole('button', { name: 'Sign In to Book' }).click();
  await page.getByRole('dialog', { name: 'Create your account' }).getByLabel('Close').click();
  await takeScreenshot(page, 'timetable', 'phone');
  const earlyCard = await findClass(page, early);
  await earlyCard.getByText(/^Opens .+, 12:00$/).waitFor();
});

it('links a member without a pass to the shop', async () => {
  const scheduled = await site.addClass('09:00');
  const page = await visit(site, '/', { as: await site.addMember('Nell Empty'), expectedStatuses: [402] });
  const card = await findClass(page, scheduled);
  await card.getByRole('button', { name: 'Book Now' }).click();
  expect(await waitForToast(page, 'Need Class Passes')).toContain(
    'Purchase a class pass to book this session.',
  );
  await page.getByRole('button', { name: 'Buy Passes' }).click();
  await page.waitForURL('**/book-classes?date=*');
  await page.getByRole('heading', { level: 1, name: 'Book Your Classes' }).waitFor();
});

it('books once when Book Now is clicked twice', async () => {
  const scheduled = await site.addClass('10:00');
  const member = await site.addMember('Twice Tom', 1);
  const page = await visit(site, '/book-classes', { as: member });
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  const card = await findClass(page, scheduled);
  await card.getByRole('button', { name: 'Book Now' }).dblclick();
  expect(await waitForToast(page, 'Class Booked!')).toContain('You have 4 passes remaining.');
  await waitForBadge(page, 'Passes 4');
  expect(posted).toEqual(['/api/bookings']);
  const { bookings } = await member.expect(myBookings, 'GET', '/api/my-bookings');
  expect(bookings).toHaveLength(1);
});

it('shows within three seconds that another member booked a seat', async () => {
  const scheduled = await site.addClass('11:00', { maxCapacity: 2 });
  const rival = await site.addMember('Rival Two', 1);
  // Starts on a page without an event stream, so that the awaited one is the timetable's.
  const page = await visit(site, '/health/live');
  const live = page.waitForResponse('**/api/events');
  await page.goto('/book-classes');
  await live;
  const card = await findClass(page, scheduled);
  await card.getByText('2 spots left').waitFor();
  await bookClass(rival, scheduled);
  const answered = performance.now();
  await card.getByText('1 spot left').waitFor();
  expect(performance.now() - answered).toBeLessThan(3_000);
});

it('books and cancels a class by keyboard', async () => {
  const scheduled = await site.addClass('12:00');
  const page = await visit(site, '/book-classes', { as: await site.addMember('Keys Kim', 1) });
  const card = await findClass(page, scheduled);
  await page.getByRole('heading', { level: 1 }).click();
  await tabTo(page, card.getByRole('button', { name: 'Book Now' }));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Class Booked!');
  await waitForFocus(page, card.getByRole('link', { name: 'My Classes' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/my-classes');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await pressEscape(dialog);
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page, cancel);
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel Class' }), 10);
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Booking Cancelled');
  await waitForFocus(page, page.getByRole('heading', { name: 'Upcoming' }));
});

it('skips the header and chooses a day by keyboard', async () => {
  const page = await visit(site, '/book-classes');
  await page.getByRole('group', { name: 'Day' }).waitFor();
  await page.keyboard.press('Tab');
  await waitForFocus(page, page.getByRole('button', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await waitForFocus(page, page.locator('main'));
  const next = page.getByRole('button', { name: 'Next week' });
  const previous = page.getByRole('button', { name: 'Previous week' });
  await page.getByText('This Week', { exact: true }).waitFor();
  expect(await previous.isDisabled()).toBe(true);
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await page.getByText('Next Week', { exact: true }).waitFor();
  expect(await previous.isDisabled()).toBe(false);
  const last = page.getByRole('group', { name: 'Day' }).getByRole('button').last();
  await tabTo(page, last);
  await page.keyboard.press('Space');
  await waitFor(async () => (await last.getAttribute('aria-pressed')) === 'true');
});

it('disables a class that is over', async () => {
  const scheduled = await site.addClass('06:00', { days: 1 });
  await site.moveClock({ now: `${scheduled.date}T13:00:00.000Z` });
  const page = await visit(site, '/book-classes');
  const card = page.getByRole('article', { name: '06:00' });
  await card.getByRole('button', { name: 'Class Finished' }).waitFor();
  expect(await card.getByRole('button', { name: 'Class Finished' }).isDisabled()).toBe(true);
  await card.getByText('Beginner (Past)').waitFor();
  await card.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'past', 'desktop');
});

it('reserves the space of a member’s credits until the member is loaded', async () => {
  const page = await visit(site, '/privacy-policy', {
    screen: 'phone',
    as: await site.addMember('Late Answer', 1),
  });
  const release = await holdRequests(page, '**/api/auth/user');
  await page.goto('/book-classes');
  await page.locator('[aria-busy=true]').waitFor();
  await page.getByText('passes to book with', { exact: true }).waitFor();
  release();
  await page.getByRole('group', { name: 'Day' }).waitFor();
});
