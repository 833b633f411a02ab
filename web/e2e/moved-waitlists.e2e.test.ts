import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDaysToDay } from '#domain/london-time.ts';
import { classAnswer } from '#services/contract/schedule.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';
import { addFullClass, joinWaitlist, startMorning, waitForEmailLink } from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());
beforeEach(() => startMorning(site));

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

/** Moves a class to the next day, as staff. */
async function moveByADay({ id, date, time }: TimetableClass): Promise<void> {
  const { class: scheduled } = await site.admin.expect(classAnswer, 'GET', `/api/classes/${id}`);
  const { name, instructorId, maxCapacity } = scheduled;
  const body = { name, instructorId, maxCapacity, date: addDaysToDay(date, 1), time };
  const { status } = await site.admin.call('PUT', `/api/admin/classes/${id}`, body);
  if (status !== 200) throw new Error(`Moving the class answered ${status}`);
}

describe.each<Screen>(['phone', 'desktop'])(
  'on a %s, a member whose class moved to another day',
  (screen) => {
    it('is asked by email and on the open page, and keeps the place with one press', async () => {
      const scheduled = await addFullClass(site, 4, screen === 'phone' ? '08:00' : '09:00');
      const name = `Still Sal ${screen}`;
      const member = await site.addMember(name, 1);
      await joinWaitlist(member, scheduled);
      const page = await visit(site, `/waitlist/${scheduled.id}`, { screen, as: member });
      await heading(page, 'You are 1st in line').waitFor();
      await moveByADay(scheduled);
      await heading(page, 'This class has moved: do you still want it?').waitFor();
      await page.getByText('The studio moved the class, and asked whether you still want it.').waitFor();
      await waitUntilSettled(page);
      expect(await findViolations(page)).toEqual([]);
      await takeScreenshot(page, 'waitlist-asked', screen, true);
      expect(await waitForEmailLink(site, name, /^Do you still want it\? Moved to/)).toBe(
        `/waitlist/${scheduled.id}`,
      );

      const office = await visitAsAdmin(
        site,
        `/admin?tab=schedule&date=${addDaysToDay(scheduled.date, 1)}`,
        screen,
      );
      await office.getByRole('button', { name: `Bookings of ${scheduled.time} Beginner` }).click();
      await office.getByText('asked whether they still want it at the new time').waitFor();

      await page.goto('/my-classes');
      const row = page
        .getByRole('region', { name: 'Waiting' })
        .getByRole('article', { name: scheduled.time });
      await row.getByText('Moved: still want it?').waitFor();
      await takeScreenshot(page, 'my-waitlists-asked', screen, true);
      expect(await findViolations(page)).toEqual([]);
      await row.getByRole('link', { name: /^Say Yes or No/ }).click();

      await page.getByRole('button', { name: 'Keep my place' }).click();
      await waitForToast(page, 'Place Kept');
      await heading(page, 'You are 1st in line').waitFor();
      await scheduled.freeSeat();
      await heading(page, 'You have a place in this class').waitFor();
    });

    it('loses an offer to a marking as full, is shown why, and is offered the spot again', async () => {
      const scheduled = await addFullClass(site, 1, screen === 'phone' ? '10:15' : '09:15');
      const name = `Kept Kim ${screen}`;
      const member = await site.addMember(name, 1);
      await joinWaitlist(member, scheduled);
      await scheduled.freeSeat();
      const page = await visit(site, `/waitlist/${scheduled.id}`, { screen, as: member });
      await heading(page, /^A spot is kept for you until/).waitFor();

      const office = await visitAsAdmin(site, `/admin?tab=schedule&date=${scheduled.date}`, screen);
      const shown = office.getByRole('article', { name: `${scheduled.time} Beginner` });
      await shown.getByRole('button', { name: /^Mark full/ }).click();
      const dialog = office.getByRole('dialog', { name: /^Mark .* full\?$/ });
      await dialog.getByText('1 offer of a spot is withdrawn.').waitFor();
      await dialog.getByText('0 booked · 0 waiting · 1 with an offer · 0 calendars · 1 email').waitFor();
      expect(await findViolations(office)).toEqual([]);
      await takeScreenshot(office, 'admin-mark-full', screen);
      await dialog.getByRole('button', { name: 'Mark full' }).click();
      await shown.getByText('MARKED FULL').waitFor();

      await page.getByText('We had to take back the spot that we kept for you').waitFor();
      await page.getByText(/^We are sorry: the studio marked the class as full\./).waitFor();
      await waitUntilSettled(page);
      expect(await findViolations(page)).toEqual([]);
      await takeScreenshot(page, 'waitlist-withdrawn', screen, true);
      await waitForEmailLink(site, name, /^We had to take back your spot/);
      await shown.getByRole('button', { name: /^Unmark/ }).click();
      await heading(page, /^A spot is kept for you until/).waitFor();
    });
  },
);

it('a member whose class moved leaves its waitlist with one press', async () => {
  const scheduled = await addFullClass(site, 5, '18:00');
  const member = await site.addMember('Leave Lou', 1);
  await joinWaitlist(member, scheduled);
  const page = await visit(site, `/waitlist/${scheduled.id}`, { as: member });
  await heading(page, 'You are 1st in line').waitFor();
  await moveByADay(scheduled);
  await heading(page, 'This class has moved: do you still want it?').waitFor();
  await page.getByRole('button', { name: 'Leave Waitlist' }).click();
  await waitForToast(page, 'Removed from Waitlist');
});
