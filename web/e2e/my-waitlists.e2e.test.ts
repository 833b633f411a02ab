import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { classAnswer } from '#services/contract/schedule.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import {
  type Screen,
  takeScreenshot,
  visit,
  waitForFocus,
  waitForToast,
  waitUntilSettled,
} from './visit.fixture.ts';
import { addFullClass, joinWaitlist, matchOfferEnd, startMorning } from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());
beforeEach(() => startMorning(site));

const section = (page: Page) => page.getByRole('region', { name: 'Waiting' });
const row = (page: Page, { time }: TimetableClass) => section(page).getByRole('article', { name: time });

/** Moves a class to another date and time, as staff. */
async function rescheduleClass({ id }: TimetableClass, to: { date: string; time: string }): Promise<void> {
  const { class: scheduled } = await site.admin.expect(classAnswer, 'GET', `/api/classes/${id}`);
  const { name, instructorId, maxCapacity } = scheduled;
  const { status } = await site.admin.call('PUT', `/api/admin/classes/${id}`, {
    name,
    instructorId,
    maxCapacity,
    date: to.date,
    time: to.time,
  });
  if (status !== 200) throw new Error(`Moving the class answered ${status}`);
}

describe.each<Screen>(['phone', 'desktop'])('My Classes on a %s', (screen) => {
  it('lists the waitlists of a member, and leaves one', async () => {
    const scheduled = await addFullClass(site, 3, screen === 'phone' ? '08:00' : '09:00');
    const member = await site.addMember(`Wai Ting ${screen}`, 1);
    await joinWaitlist(await site.addMember(`Before ${screen}`, 1), scheduled);
    await joinWaitlist(member, scheduled);
    const page = await visit(site, '/my-classes', { screen, as: member });
    await row(page, scheduled).getByText('You are 2nd in line').waitFor();
    await row(page, scheduled).getByText('1 other person waits.').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'my-waitlists', screen, true);
    await row(page, scheduled)
      .getByRole('link', { name: /^Details/ })
      .click();
    await page.getByRole('heading', { level: 2, name: 'You are 2nd in line' }).waitFor();
    await page.goBack();
    await row(page, scheduled)
      .getByRole('button', { name: /^Leave/ })
      .click();
    await waitForToast(page, 'Removed from Waitlist');
    await section(page).waitFor({ state: 'detached' });
    await waitForFocus(page, page.getByRole('heading', { name: 'Upcoming' }));
  });
});

it('shows an offered spot, and links to it', async () => {
  const scheduled = await addFullClass(site, 1, '09:15');
  const member = await site.addMember('Keep Kit', 1);
  await joinWaitlist(member, scheduled);
  const page = await visit(site, '/my-classes', { as: member, screen: 'phone' });
  await row(page, scheduled).getByText('You are 1st in line').waitFor();
  const offer = await matchOfferEnd(site, 'A spot is yours until');
  await scheduled.freeSeat();
  await row(page, scheduled).getByText(offer).waitFor();
  await takeScreenshot(page, 'my-waitlists-offered', 'phone');
  expect(await findViolations(page)).toEqual([]);
  await row(page, scheduled)
    .getByRole('link', { name: /^Take the Spot/ })
    .click();
  await page.getByRole('button', { name: 'Take the spot' }).click();
  await waitForToast(page, 'Class Booked!');
});

it('explains that a member gets no spot while another class of theirs is at the same time', async () => {
  const full = await addFullClass(site, 4, '18:00');
  const member = await site.addMember('Cross Cass', 1);
  const other = await site.addClass('08:00', { days: 5 });
  await bookClass(member, other);
  await joinWaitlist(member, full);
  const page = await visit(site, '/my-classes', { as: member });
  await row(page, full).getByText('Nobody else waits.').waitFor();
  await rescheduleClass(other, full);
  await row(page, full)
    .getByText(/^You have another class at this time/)
    .waitFor();
  await row(page, full)
    .getByRole('link', { name: /^Details/ })
    .click();
  await page.getByText('You have another class at this time', { exact: true }).waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'waitlist-overlap', 'desktop', true);
  await full.freeSeat();
  await page
    .getByText('A spot came free, and you were skipped, since you have another class at that time.')
    .waitFor();
});

describe('the page of a class', () => {
  it('shows that booking is not open yet', async () => {
    const unopened = await site.addClass('18:00', { days: 10, maxCapacity: 1 });
    const page = await visit(site, `/waitlist/${unopened.id}`, {
      as: await site.addMember('Early Ed', 1),
      screen: 'phone',
    });
    await page.getByRole('heading', { name: 'This class has spots, and is not open yet' }).waitFor();
    await page.getByText(/^Booking opens \w+ \d+ \w+, 12:00\.$/).waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'waitlist-not-open', 'phone');
  });

  it('shows that the studio cancelled it', async () => {
    const scheduled = await addFullClass(site, 4, '19:00');
    const member = await site.addMember('Can Celia', 1);
    await joinWaitlist(member, scheduled);
    const page = await visit(site, `/waitlist/${scheduled.id}`, { as: member });
    await page.getByRole('heading', { level: 2, name: 'You are 1st in line' }).waitFor();
    await site.admin.call('DELETE', `/api/admin/classes/${scheduled.id}`);
    await page.getByRole('heading', { name: 'The studio has cancelled this class' }).waitFor();
    await page.getByText('The studio cancelled the class.').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'waitlist-cancelled', 'desktop');
  });

  it('shows that it has begun', async () => {
    const scheduled = await addFullClass(site, 1, '18:30');
    const member = await site.addMember('Over Olga', 1);
    await joinWaitlist(member, scheduled);
    await site.moveClock({ advance: 'P1DT9H' });
    const page = await visit(site, `/waitlist/${scheduled.id}`, { as: member });
    await page.getByRole('heading', { name: 'This class has begun' }).waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'waitlist-begun', 'desktop');
    await page.getByRole('link', { name: 'See the timetable' }).click();
    await page.waitForURL('**/book-classes');
  });
});
