import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notificationsAnswer } from '#services/contract/notifications.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { pressEscape, tabTo, takeScreenshot, visit, waitForFocus, waitForToast } from './visit.fixture.ts';

const myBookings = z.object({ bookings: z.array(z.object({ id: z.number(), status: z.string() })) });

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe.each(['phone', 'desktop'] as const)('notifications on a %s', (screen) => {
  it('are chosen by kind and channel, also by keyboard', async () => {
    const member = await site.addMember(`Nora Notified ${screen}`);
    const page = await visit(site, '/account#notifications', { as: member, screen });
    const section = page.getByRole('region', { name: 'Notifications' });
    const reminders = section.getByRole('switch', { name: 'Reminders by email' });
    await reminders.waitFor();
    // The link of an email leads to the section.
    await waitFor(async () => ((await section.boundingBox())?.y ?? Number.POSITIVE_INFINITY) < 400);
    expect(await section.getByRole('switch').count()).toBe(8);
    await reminders.click();
    const spots = section.getByRole('switch', { name: 'Last-minute spots by push' });
    await tabTo(page, spots);
    await waitForFocus(page, spots);
    await page.keyboard.press('Space');
    await waitFor(async () => {
      const chosen = await member.expect(notificationsAnswer, 'GET', '/api/user/notifications');
      return (
        !chosen['class-reminder'].mail && !chosen['spot-broadcast'].push && chosen['class-reminder'].push
      );
    });
    await page.reload();
    await reminders.waitFor();
    expect([await reminders.isChecked(), await spots.isChecked()]).toEqual([false, false]);
    expect(await findViolations(page)).toEqual([]);
    await section.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'notifications', screen);
  });
});

it('shows the stored state again when a choice cannot be saved', async () => {
  const page = await visit(site, '/account', {
    as: await site.addMember('Nina Not Saved'),
    expectedStatuses: [503],
  });
  const reminders = page.getByRole('switch', { name: 'Reminders by email' });
  await reminders.waitFor();
  await page.route('**/api/user/notifications', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: 'Busy' }) : route.fallback(),
  );
  await reminders.click();
  await waitForToast(page, 'Not Saved');
  await waitFor(() => reminders.isChecked());
});

it.each([
  ['cancel', 'phone'],
  ['move', 'desktop'],
] as const)('an email’s link to %s a class asks first, on a %s', async (action, screen) => {
  const booked = await site.addClass(action === 'cancel' ? '17:00' : '18:00');
  const member = await site.addMember(`Linus Linked ${action}`, 1);
  await bookClass(member, booked);
  const read = async () => (await member.expect(myBookings, 'GET', '/api/my-bookings')).bookings[0];
  const bookingId = (await read())?.id;
  const page = await visit(site, `/my-classes?booking=${bookingId}&do=${action}`, { as: member, screen });
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await takeScreenshot(page, `linked-${action}`, screen);
  expect((await read())?.status).toBe('confirmed');
  await pressEscape(dialog);
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('article', { name: booked.time }).waitFor();
  expect((await read())?.status).toBe('confirmed');
});
