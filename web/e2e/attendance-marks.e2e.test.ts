import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import {
  attendee,
  button,
  classCard,
  openDashboard,
  readMarks,
  signInInstructor,
  waitForPressed,
} from './instructor.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { openWithStaffSession } from './staff.fixture.ts';
import { goOffline, takeScreenshot, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it('queues marks while offline, also over a reload, and sends them in order', async () => {
  const scheduled = await site.addClass('09:00');
  const names = ['Dee Tide', 'Eve Tide'];
  for (const name of names) await bookClass(await site.addMember(name, 1), scheduled);
  const page = await openDashboard(site, 'phone', [0]);
  await classCard(page, scheduled).getByRole('button', { name: '2 attendees' }).click();
  await button(page, 'Dee Tide', 'Attended').waitFor();
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().attended);
  });

  await goOffline(page);
  await button(page, 'Dee Tide', 'Attended').click();
  await waitForPressed(page, 'Dee Tide', 'Attended', true);
  await button(page, 'Dee Tide', 'Absent').click();
  await button(page, 'Eve Tide', 'Attended').click();
  await attendee(page, 'Dee Tide').getByText('Not sent yet').waitFor();
  await page.getByText('2 marks not sent yet.').waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await page.getByText('Health notes open only with a connection').waitFor();
  await takeScreenshot(page, 'instructor-offline', 'phone');
  const stored = await page.evaluate(`localStorage.getItem('attendanceToSend')`);
  expect(String(stored)).not.toMatch(/Tide|07700|@/);
  expect(await readMarks(site, scheduled)).toEqual([null, null]);

  await page.context().setOffline(false);
  await page.getByText(/marks? not sent yet\./).waitFor({ state: 'detached' });
  expect(await readMarks(site, scheduled)).toEqual([false, true]);
  expect(sent).toEqual([false, true]);
  await waitForPressed(page, 'Dee Tide', 'Absent', true);
  await waitForPressed(page, 'Eve Tide', 'Attended', true);
  expect(await page.evaluate(`localStorage.getItem('attendanceToSend')`)).toBeNull();

  // A queued mark is sent when the page is opened again.
  await page.route('**/api/instructor/attendance/*', (route) => route.abort());
  await button(page, 'Eve Tide', 'Absent').click();
  await attendee(page, 'Eve Tide').getByText('Not sent yet').waitFor();
  await page.unroute('**/api/instructor/attendance/*');
  await page.reload();
  await waitFor(async () => (await readMarks(site, scheduled))?.[1] === false);
});

it('sends queued marks only in a session of the person who made them', async () => {
  const scheduled = await site.addClass('09:30');
  await bookClass(await site.addMember('Gil Tide', 1), scheduled);
  const page = await openDashboard(site, 'phone', [0]);
  await classCard(page, scheduled).getByRole('button', { name: '1 attendee' }).click();
  await page.route('**/api/instructor/attendance/*', (route) => route.abort());
  await button(page, 'Gil Tide', 'Attended').click();
  await page.getByText('1 mark not sent yet.').waitFor();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.unroute('**/api/instructor/attendance/*');

  await openWithStaffSession(page, '/classes', { token: site.admin.token, role: 'admin' });
  await page.getByText('1 mark by someone else kept on this device').waitFor();
  await waitUntilSettled(page);
  await takeScreenshot(page, 'instructor-marks-of-another', 'phone');
  expect(await readMarks(site, scheduled)).toEqual([null]);

  const { token } = await signInInstructor(site);
  await openWithStaffSession(page, '/classes', { token, role: 'instructor' });
  await waitFor(async () => (await readMarks(site, scheduled))?.[0] === true);
  await page.getByText(/by someone else/).waitFor({ state: 'detached' });
});

it('shows an error of a mark beside it, without a toast', async () => {
  const scheduled = await site.addClass('10:00');
  const member = await site.addMember('Fay Gone', 1);
  const bookingId = await bookClass(member, scheduled);
  const page = await openDashboard(site, 'desktop', [409, 0]);
  await classCard(page, scheduled).getByRole('button', { name: '1 attendee' }).click();
  await button(page, 'Fay Gone', 'Attended').waitFor();
  // The booking is cancelled while the request is in flight, and this page gets no update.
  await page.route('**/api/instructor/classes', (route) => route.abort());
  await page.route('**/api/instructor/attendance/*', async (route) => {
    await member.call('POST', '/api/cancel-booking', { bookingId });
    await route.continue();
  });
  await button(page, 'Fay Gone', 'Attended').click();
  await attendee(page, 'Fay Gone').getByText('Failed to update attendance').waitFor();
  await waitForPressed(page, 'Fay Gone', 'Attended', false);
  expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
});
