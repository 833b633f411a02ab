import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';
import { startMorning } from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await startMorning(site);
});
afterAll(() => site?.close());

const row = (page: Page, { time }: TimetableClass) => page.getByRole('article', { name: time });
const setRule = async (key: string, value: string) =>
  expect((await site.admin.call('POST', '/api/admin/settings', { key, value })).status).toBe(200);

it.each(['phone', 'desktop'] as const)(
  'shows that the pass of a late cancellation can come back, and when it is back, on a %s',
  async (screen) => {
    await setRule('late_cancel_refill', 'on');
    const today = await site.addClass(screen === 'phone' ? '18:00' : '19:00', { days: 0, maxCapacity: 1 });
    const member = await site.addMember(`Late ${screen}`, 1);
    await bookClass(member, today);
    const page = await visit(site, '/my-classes', { as: member, screen });
    await row(page, today).getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
    await dialog
      .getByText('If someone else takes your place before the class, your pass comes back.')
      .waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'late-cancellation', screen);
    await dialog.getByRole('button', { name: 'Cancel Class' }).click();
    expect(await waitForToast(page, 'Booking Cancelled')).toContain(
      'Your pass comes back if someone else takes your place.',
    );
    await page.getByText('Your pass comes back if someone else takes your place', { exact: true }).waitFor();
    // The page follows the other member's booking by itself.
    await bookClass(await site.addMember(`Taker ${screen}`, 1), today);
    await page.getByText('Pass back: the place was filled').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'refilled', screen, true);
    await page.goto('/my-passes');
    await page.getByText('5', { exact: true }).first().waitFor();

    const desk = await visitAsAdmin(site, `/audit?class=${today.id}`, screen);
    const event = desk.getByText(/^The pass of booking \d+ comes back: booking \d+ took the place\.$/);
    await event.waitFor();
    await waitUntilSettled(desk);
    expect(await findViolations(desk)).toEqual([]);
    await takeScreenshot(desk, 'refilled-class-history', screen, true);
    await event
      .locator('xpath=..')
      .getByRole('link', { name: /^Rulebook, version \d+$/ })
      .click();
    await desk.getByRole('heading', { name: 'The rulebook', level: 2 }).waitFor();
    await desk
      .getByText(/Pass back when the place is filled: off, now on/)
      .first()
      .waitFor();
    await waitUntilSettled(desk);
    expect(await findViolations(desk)).toEqual([]);
    await takeScreenshot(desk, 'rulebook-history', screen, true);
    await setRule('late_cancel_refill', 'off');
  },
);

it('names the rule of a booking where the rule for new ones has changed since', async () => {
  const member = await site.addMember('Rita Ruled', 1);
  const booked = await site.addClass('20:00', { days: 3 });
  await bookClass(member, booked);
  const page = await visit(site, '/my-classes', { as: member, screen: 'phone' });
  await row(page, booked)
    .getByText(/^Free to cancel until .+, 20:00$/)
    .waitFor();
  await setRule('free_cancellation_hours', '12');
  await page.reload();
  await row(page, booked)
    .getByText(/^Free to cancel until .+, 20:00 \(24 hours before, the rule when you booked\)$/)
    .waitFor();
  await takeScreenshot(page, 'rule-when-booked', 'phone', true);
  await setRule('free_cancellation_hours', '24');
});
