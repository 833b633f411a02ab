import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { openSite, type Site } from './site.fixture.ts';
import { badgeReads, findClass, focusOn, holdBack, picture, tabTo, toast, visit } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const myBookings = z.object({ bookings: z.array(z.object({ id: z.number() })) });

it('shows what can be done with each class', async () => {
  const full = await site.addClass('08:00', { maxCapacity: 1 });
  const early = await site.addClass('08:15', { days: 8 });
  const open = await site.addClass('08:30', { name: 'reformer for all' });
  const rival = await site.addMember('Rival One', 1);
  expect((await rival.call('POST', '/api/bookings', { classId: full.id })).status).toBe(200);

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
  await picture(page, 'timetable', 'phone');
  const earlyCard = await findClass(page, early);
  await earlyCard.getByText(/^Opens .+, 12:00$/).waitFor();
});

it('tells a member without a pass where to get one', async () => {
  const scheduled = await site.addClass('09:00');
  const page = await visit(site, '/', { as: await site.addMember('Nell Empty'), refusals: [402] });
  const card = await findClass(page, scheduled);
  await card.getByRole('button', { name: 'Book Now' }).click();
  expect(await toast(page, 'Need Class Passes')).toContain('Purchase a class pass to book this session.');
  await page.getByRole('button', { name: 'Buy Passes' }).click();
  await page.waitForURL('**/book-classes');
  await page.getByRole('heading', { level: 1, name: 'Book Your Classes' }).waitFor();
});

it('books once when Book Now is clicked twice', async () => {
  const scheduled = await site.addClass('10:00');
  const member = await site.addMember('Twice Tom', 1);
  const page = await visit(site, '/book-classes', { as: member });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
  });
  const card = await findClass(page, scheduled);
  await card.getByRole('button', { name: 'Book Now' }).dblclick();
  expect(await toast(page, 'Class Booked!')).toContain('You have 4 passes remaining.');
  await badgeReads(page, 'Passes 4');
  expect(asked).toEqual(['/api/bookings']);
  const { bookings } = await member.expect(myBookings, 'GET', '/api/my-bookings');
  expect(bookings).toHaveLength(1);
});

it('shows within about a second that someone else took a seat', async () => {
  const scheduled = await site.addClass('11:00', { maxCapacity: 2 });
  const rival = await site.addMember('Rival Two', 1);
  // From a page without a stream of its own, so that the one awaited is that of the timetable.
  const page = await visit(site, '/health/live');
  const live = page.waitForResponse('**/api/events');
  await page.goto('/book-classes');
  await live;
  const card = await findClass(page, scheduled);
  await card.getByText('2 spots left').waitFor();
  expect((await rival.call('POST', '/api/bookings', { classId: scheduled.id })).status).toBe(200);
  const answered = performance.now();
  await card.getByText('1 spot left').waitFor();
  expect(performance.now() - answered).toBeLessThan(3_000);
});

it('can be booked and given up with the keyboard alone', async () => {
  const scheduled = await site.addClass('12:00');
  const page = await visit(site, '/book-classes', { as: await site.addMember('Keys Kim', 1) });
  // Which day comes up depends on today; going there is not what this is about.
  const card = await findClass(page, scheduled);
  await page.getByRole('heading', { level: 1 }).click();
  await tabTo(page, card.getByRole('button', { name: 'Book Now' }));
  await page.keyboard.press('Enter');
  await toast(page, 'Class Booked!');
  await focusOn(page, card.getByRole('link', { name: 'My Classes' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/my-classes');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focusOn(page, cancel);
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel Class' }), 10);
  await page.keyboard.press('Enter');
  await toast(page, 'Booking Cancelled');
  await focusOn(page, page.getByRole('heading', { name: 'Upcoming' }));
});

it('chooses a day with the keyboard, and comes to the content past the header', async () => {
  const page = await visit(site, '/book-classes');
  await page.getByRole('group', { name: 'Day' }).waitFor();
  await page.keyboard.press('Tab');
  await focusOn(page, page.getByRole('button', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await focusOn(page, page.locator('main'));
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

it('greys a class that is over', async () => {
  const scheduled = await site.addClass('06:00', { days: 1 });
  const response = await fetch(`${site.base}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: `${scheduled.date}T13:00:00.000Z` }),
  });
  expect(response.status).toBe(200);
  const page = await visit(site, '/book-classes');
  const card = page.getByRole('article', { name: '06:00' });
  await card.getByRole('button', { name: 'Class Finished' }).waitFor();
  expect(await card.getByRole('button', { name: 'Class Finished' }).isDisabled()).toBe(true);
  await card.getByText('Beginner (Past)').waitFor();
  await card.scrollIntoViewIfNeeded();
  await picture(page, 'past', 'desktop');
});

it('keeps the place of a member’s credits until it is known who they are', async () => {
  const page = await visit(site, '/privacy-policy', {
    screen: 'phone',
    as: await site.addMember('Late Answer', 1),
  });
  const known = await holdBack(page, '**/api/auth/user');
  await page.goto('/book-classes');
  await page.locator('[aria-busy=true]').waitFor();
  await page.getByText('class credits', { exact: true }).waitFor();
  known();
  await page.getByRole('group', { name: 'Day' }).waitFor();
});
