import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import {
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

const row = (page: Page, { time }: TimetableClass) => page.getByRole('article', { name: time });
it('shows the error of a cancellation that answers 200 without success, and keeps the booking', async () => {
  const booked = await site.addClass('17:00');
  const member = await site.addMember('Una Successful', 1);
  await bookClass(member, booked);
  const page = await visit(site, '/my-classes', { as: member });
  await page.route('**/api/cancel-booking', (route) =>
    route.fulfill({ json: { success: false, error: 'This booking cannot be cancelled.' } }),
  );
  await row(page, booked).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
  expect(await waitForToast(page, 'Cancellation Failed')).toContain('This booking cannot be cancelled.');
  await row(page, booked).getByRole('button', { name: 'Cancel' }).waitFor();
});

it.each(['Please sign in to view bookings', '401: Unauthorized'])(
  'goes home when the bookings answer 200 with the error "%s"',
  async (error) => {
    const member = await site.addMember(`Gone ${error.slice(0, 3)}`);
    const page = await visit(site, '/class-levels', { as: member, expectedMessage: /Could not load/ });
    await page.route('**/api/my-bookings', (route) =>
      route.fulfill({ json: { success: false, error, bookings: [] } }),
    );
    await page.goto('/my-classes');
    await page.waitForURL(`${site.base}/`);
    expect(await page.getByText('Failed to load your classes').count()).toBe(0);
  },
);

it('shows that the classes failed to load under the title Error', async () => {
  const member = await site.addMember('Lola Loadless');
  const page = await visit(site, '/class-levels', { as: member, expectedStatuses: [500] });
  await page.route('**/api/my-bookings', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/my-classes');
  expect(await waitForToast(page, 'Error')).toContain('Failed to load your classes');
});

const bookings = z.object({ bookings: z.array(z.object({ classId: z.number(), status: z.string() })) });

it.each(['phone', 'desktop'] as const)(
  'moves a booking to another class in one step, on a %s',
  async (screen) => {
    const hour = screen === 'phone' ? '07' : '08';
    const from = await site.addClass(`${hour}:00`);
    const full = await site.addClass(`${hour}:10`, { days: 3, maxCapacity: 1 });
    const to = await site.addClass(`${hour}:20`, { days: 3, name: 'reformer for all' });
    const member = await site.addMember(`Moving ${screen}`, 1);
    await bookClass(await site.addMember(`Rival ${screen}`, 1), full);
    await bookClass(member, from);

    const page = await visit(site, '/my-classes', { as: member, screen });
    await row(page, from)
      .getByText(/^Free to cancel until .+, 0\d:00$/)
      .waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'my-classes', screen, true);
    await row(page, from).getByRole('button', { name: 'Move' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move this class' });
    await dialog.getByText('Choose another class.').waitFor();
    await dialog
      .getByRole('group', { name: 'Day' })
      .getByRole('button', { name: new RegExp(`\\b${Number(to.date.slice(8))}\\b`) })
      .click();
    const choice = dialog.getByRole('button', { name: new RegExp(to.time) });
    await choice.waitFor();
    expect(await dialog.getByRole('button', { name: new RegExp(full.time) }).count()).toBe(0);
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'move', screen);
    await choice.click();
    expect(await waitForToast(page, 'Booking Moved')).toContain('with the same pass');
    await dialog.waitFor({ state: 'detached' });
    await waitForFocus(page, page.getByRole('heading', { name: 'Upcoming' }));
    await row(page, to).waitFor();
    expect(await row(page, from).count()).toBe(0);
    await page.getByText('Your pass went with it to the other class').waitFor();
    if (screen === 'desktop') await waitForBadge(page, 'Passes 4');
  },
);

it('keeps the booking when the last seat of the other class is booked before the move', async () => {
  const [from, to] = [
    await site.addClass('09:00'),
    await site.addClass('09:10', { days: 3, maxCapacity: 1 }),
  ];
  const [member, rival] = [await site.addMember('Slow Sue', 1), await site.addMember('Quick Quinn', 1)];
  await bookClass(member, from);
  const page = await visit(site, '/my-classes', { as: member, expectedStatuses: [409] });
  await row(page, from).getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move this class' });
  await dialog
    .getByRole('group', { name: 'Day' })
    .getByRole('button', { name: new RegExp(`\\b${Number(to.date.slice(8))}\\b`) })
    .click();
  // The rival's booking reaches the server before the move, without an update of this page.
  await page.route('**/move', async (route) => {
    await bookClass(rival, to);
    await route.continue();
  });
  await dialog
    .getByRole('button', { name: new RegExp(to.time) })
    .last()
    .click();
  expect(await waitForToast(page, 'Not Moved')).toContain('Your booking stands as it was.');
  await dialog.getByRole('button', { name: 'Keep my place' }).click();
  await row(page, from).waitFor();
});

it.each(['phone', 'desktop'] as const)('undoes a cancellation, on a %s', async (screen) => {
  const scheduled = await site.addClass(screen === 'phone' ? '10:00' : '10:10');
  const member = await site.addMember(`Undoing ${screen}`, 1);
  await bookClass(member, scheduled);
  const page = await visit(site, '/my-classes', { as: member, screen });
  await row(page, scheduled).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
  expect(await waitForToast(page, 'Booking Cancelled')).toContain('You have 5 passes remaining.');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  // Under the pointer the message stays.
  await undo.hover();
  await row(page, scheduled).waitFor({ state: 'detached' });
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'undo', screen);
  await undo.click();
  expect(await waitForToast(page, 'Your place is back')).toContain('You have 4 passes remaining.');
  await row(page, scheduled).waitFor();
  const { bookings: active } = await member.expect(bookings, 'GET', '/api/my-bookings');
  expect(active).toEqual([{ classId: scheduled.id, status: 'confirmed' }]);
});

it('cannot undo a cancellation after another member booked the seat', async () => {
  const scheduled = await site.addClass('11:00', { maxCapacity: 1 });
  const member = await site.addMember('Late Lena', 1);
  const rival = await site.addMember('Fast Fred', 1);
  await bookClass(member, scheduled);
  const page = await visit(site, '/my-classes', { as: member, expectedStatuses: [409] });
  await row(page, scheduled).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
  await waitForToast(page, 'Booking Cancelled');
  await bookClass(rival, scheduled);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await waitForToast(page, 'Not Undone');
});

it.each(['phone', 'desktop'] as const)(
  'exports a class as ICS, and creates, renews and removes a calendar link, on a %s',
  async (screen) => {
    const scheduled = await site.addClass(screen === 'phone' ? '12:00' : '12:10');
    const member = await site.addMember(`Calendar ${screen}`, 1);
    const bookingId = await bookClass(member, scheduled);
    const page = await visit(site, '/my-classes', { as: member, screen });
    const saved = page.waitForEvent('download');
    await row(page, scheduled).getByRole('button', { name: 'Add to calendar' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('class.ics');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(new RegExp(`^BEGIN:VCALENDAR\\r\\n[^]*UID:booking-${bookingId}@`));

    await page.getByRole('button', { name: 'Make a calendar link' }).click();
    const link = page.getByLabel('Your calendar link');
    await link.waitFor();
    const url = await link.inputValue();
    const readStatus = async () => (await fetch(url)).status;
    expect(await readStatus()).toBe(200);
    await link.scrollIntoViewIfNeeded();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'calendar', screen);
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await waitFor(async () => (await link.inputValue()) !== url);
    expect(await readStatus()).toBe(404);
    await page.getByRole('button', { name: 'Remove the link' }).click();
    await page.getByRole('button', { name: 'Make a calendar link' }).waitFor();
    expect(await link.count()).toBe(0);
  },
);

it('warns within 24 hours of a class that no pass comes back, and does not offer to move it', async () => {
  const early = await site.addClass('06:00', { days: 1 });
  const scheduled = await site.addClass('18:00', { days: 1 });
  const other = await site.addClass('18:30', { days: 1 });
  const member = await site.addMember('Today Tess', 1);
  await bookClass(member, early);
  await site.moveClock({ now: `${scheduled.date}T10:00:00.000Z` });
  await bookClass(member, scheduled);
  const page = await visit(site, '/my-classes', { as: member });
  const mine = row(page, scheduled);
  await mine.getByText('Less than 24 hours away: no pass comes back').waitFor();
  expect(await mine.getByRole('button', { name: 'Move' }).count()).toBe(0);
  await page.getByRole('listitem').filter({ hasText: '06:00' }).getByText('Finished').waitFor();
  await page.goto('/book-classes');
  // The timetable opens on today.
  await row(page, other).getByText('Less than 24 hours away: no pass comes back').waitFor();

  await page.goto('/my-classes');
  await row(page, scheduled).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Class' }).click();
  expect(await waitForToast(page, 'Booking Cancelled')).toContain('your pass did not come back');
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'Your place is back');
  await row(page, scheduled).waitFor();
});
