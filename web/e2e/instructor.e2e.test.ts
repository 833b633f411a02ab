import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, createdInstructor, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { openWithStaffSession } from './staff.fixture.ts';
import {
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForFocus,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const signInInstructor = () => new StudioClient(site.base).staff('instructor');
const taughtClasses = z.object({
  classes: z.array(
    z.object({ id: z.number(), bookings: z.array(z.object({ attended: z.boolean().nullable() })) }),
  ),
});
/** The attendance marks of a class at the server, in the order of booking. */
const readMarks = async ({ id }: TimetableClass) => {
  const instructor = await signInInstructor();
  const { classes } = await instructor.expect(taughtClasses, 'GET', '/api/instructor/classes');
  return classes.find((each) => each.id === id)?.bookings.map(({ attended }) => attended);
};

/** Opens the dashboard with a new instructor's session in the tab. */
async function openDashboard(
  screen: Screen,
  expectedStatuses: readonly number[] = [],
  before: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const { token } = await signInInstructor();
  const page = await visit(site, '/privacy-policy', { screen, expectedStatuses });
  await before(page);
  await openWithStaffSession(page, '/classes', { token, role: 'instructor' });
  return page;
}

const classCard = (page: Page, { time }: TimetableClass) => page.getByRole('article', { name: time });
const attendee = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string, label: string) =>
  page.getByRole('group', { name: `Attendance of ${name}` }).getByRole('button', { name: label });
const waitForPressed = (page: Page, name: string, label: string, isPressed: boolean) =>
  button(page, name, label)
    .and(page.locator(`[aria-pressed=${isPressed}]`))
    .waitFor();

it.each(['phone', 'desktop'] as const)(
  'lists attendees and saves attendance marks, on a %s',
  async (screen) => {
    const scheduled = await site.addClass(screen === 'phone' ? '07:00' : '08:00');
    const [ada, bea] = await Promise.all([
      site.addMember(`Ada ${screen}`, 1),
      site.addMember(`Bea ${screen}`, 1),
    ]);
    await ada.call('PUT', '/api/user/health', {
      ...{ onMedication: false, hasInjuries: true, injuryDetails: 'left knee' },
      ...{ isPregnantOrPostpartum: false, painfulMovements: false, okWithHandsOnCorrections: false },
    });
    await bookClass(ada, scheduled);
    await bookClass(bea, scheduled);

    const page = await openDashboard(screen);
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    const mine = classCard(page, scheduled);
    await mine.getByText('2 of 7 seats booked').waitFor();
    await page.getByRole('region', { name: 'Next class' }).getByRole('button').click();
    expect(await page.locator('article h3:focus').count()).toBe(1);
    await mine.getByRole('button', { name: '2 attendees' }).click();
    const row = attendee(page, `Ada ${screen}`);
    expect(await row.getByRole('link', { name: '07700 900123' }).getAttribute('href')).toBe(
      'tel:07700900123',
    );
    expect(await row.getByRole('link', { name: '@example.com' }).getAttribute('href')).toMatch(
      /^mailto:ada\./,
    );
    expect(await page.getByText('left knee').count()).toBe(0);
    await row.getByRole('button', { name: /^Health notes/ }).click();
    await row.getByText('left knee').waitFor();
    await row.getByText('Please do not touch').waitFor();
    await attendee(page, `Bea ${screen}`).getByRole('button', { name: 'No health notes' }).waitFor();

    await button(page, `Ada ${screen}`, 'Attended').click();
    await waitForPressed(page, `Ada ${screen}`, 'Attended', true);
    await waitFor(async () => (await readMarks(scheduled))?.[0] === true);
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'instructor', screen, true);
    await button(page, `Ada ${screen}`, 'Absent').click();
    await waitFor(async () => (await readMarks(scheduled))?.[0] === false);
    await button(page, `Ada ${screen}`, 'Absent').click();
    await waitFor(async () => (await readMarks(scheduled))?.[0] === null);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);

    // A booking and another instructor's mark appear without a reload.
    const cay = await site.addMember(`Cay ${screen}`, 1);
    const third = await bookClass(cay, scheduled);
    await mine.getByText('3 of 7 seats booked').waitFor();
    const colleague = await signInInstructor();
    await colleague.call('PUT', `/api/instructor/attendance/${third}`, { attended: true });
    await waitForPressed(page, `Cay ${screen}`, 'Attended', true);

    await page.getByRole('button', { name: 'Log Out' }).click();
    await mine.waitFor({ state: 'detached' });
    expect(await page.evaluate(`sessionStorage.getItem('staffSession')`)).toBeNull();
  },
);

it('queues marks while offline, also over a reload, and sends them in order', async () => {
  const scheduled = await site.addClass('09:00');
  const names = ['Dee Tide', 'Eve Tide'];
  for (const name of names) await bookClass(await site.addMember(name, 1), scheduled);
  const page = await openDashboard('phone', [0]);
  await classCard(page, scheduled).getByRole('button', { name: '2 attendees' }).click();
  await button(page, 'Dee Tide', 'Attended').waitFor();
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().attended);
  });

  await page.context().setOffline(true);
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
  expect(await readMarks(scheduled)).toEqual([null, null]);

  await page.context().setOffline(false);
  await page.getByText(/marks? not sent yet\./).waitFor({ state: 'detached' });
  expect(await readMarks(scheduled)).toEqual([false, true]);
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
  await waitFor(async () => (await readMarks(scheduled))?.[1] === false);
});

it('sends queued marks only in a session of the person who made them', async () => {
  const scheduled = await site.addClass('09:30');
  await bookClass(await site.addMember('Gil Tide', 1), scheduled);
  const page = await openDashboard('phone', [0]);
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
  expect(await readMarks(scheduled)).toEqual([null]);

  const { token } = await signInInstructor();
  await openWithStaffSession(page, '/classes', { token, role: 'instructor' });
  await waitFor(async () => (await readMarks(scheduled))?.[0] === true);
  await page.getByText(/by someone else/).waitFor({ state: 'detached' });
});

it('opens the health notes of a whole class with one press, and shows before that there are some', async () => {
  const scheduled = await site.addClass('12:00');
  const injuries = new Map([
    ['Ina Knee', 'left knee'],
    ['Ola Wrist', 'right wrist'],
  ]);
  for (const [name, injuryDetails] of injuries) {
    const member = await site.addMember(name, 1);
    await member.call('PUT', '/api/user/health', {
      ...{ onMedication: false, hasInjuries: true, injuryDetails },
      ...{ isPregnantOrPostpartum: false, painfulMovements: false, okWithHandsOnCorrections: true },
    });
    await bookClass(member, scheduled);
  }
  await bookClass(await site.addMember('Una Well', 1), scheduled);
  const page = await openDashboard('phone');
  const card = classCard(page, scheduled);
  await card.getByText('2 with health notes').waitFor();
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/health')) reads.push(request.url());
  });
  await card.getByRole('button', { name: '3 attendees' }).click();
  await attendee(page, 'Una Well').getByRole('button', { name: 'No health notes' }).waitFor();
  expect(await page.getByText(/left knee|right wrist/).count()).toBe(0);
  expect(reads).toEqual([]);
  await card.getByRole('button', { name: 'Show all health notes' }).click();
  for (const [name, details] of injuries) await attendee(page, name).getByText(details).waitFor();
  // One recorded reading for each person with notes, and none for the third.
  expect(new Set(reads).size).toBe(2);
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'instructor-all-notes', 'phone', true);
  await card.getByRole('button', { name: 'Hide all health notes' }).click();
  await page.getByText('left knee').waitFor({ state: 'detached' });
});

it('folds the classes far from today, and unfolds them with the focus on the first', async () => {
  const { instructor } = await site.admin.expect(createdInstructor, 'POST', '/api/admin/instructors', {
    name: 'Zara Later',
    prenatalSuitable: true,
  });
  const add = (time: string, days: number) => site.addClass(time, { days, instructorId: instructor.id });
  const near = await add('07:10', 6);
  const far = [await add('07:20', 9), await add('07:30', 10)];
  const page = await openDashboard('phone');
  await page.getByRole('link', { name: 'Zara Later' }).click();
  await classCard(page, near).waitFor();
  for (const hidden of far) expect(await classCard(page, hidden).count()).toBe(0);
  const more = page.getByRole('button', { name: /^Show 2 more classes, up to / });
  await tabTo(page, more);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'instructor-folded', 'phone', true);
  await page.keyboard.press('Enter');
  for (const shown of far) await classCard(page, shown).waitFor();
  await waitForFocus(page, page.getByRole('heading', { level: 3, name: '07:30' }));
  expect(await more.count()).toBe(0);
});

it('shows earlier and later classes on request, which can be marked', async () => {
  const old = await site.addClass('06:15', { days: -45 });
  const late = await site.addClass('06:30', { days: 30 });
  await site.addClass('06:45');
  const page = await openDashboard('desktop');
  await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
  expect(await classCard(page, old).count()).toBe(0);
  await page.getByRole('button', { name: 'Show earlier classes' }).click();
  await classCard(page, old).getByText('Finished', { exact: true }).waitFor();
  expect(await classCard(page, late).count()).toBe(0);
  await page.getByRole('button', { name: 'Show later classes' }).click();
  await classCard(page, late).waitFor();
  await classCard(page, old).waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'instructor-all-classes', 'desktop', true);
});

describe('an error', () => {
  it('of a mark is shown beside it, without a toast', async () => {
    const scheduled = await site.addClass('10:00');
    const member = await site.addMember('Fay Gone', 1);
    const bookingId = await bookClass(member, scheduled);
    const page = await openDashboard('desktop', [409, 0]);
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

  it('of the classes is shown in their place, with a button that loads them again', async () => {
    await site.addClass('13:00');
    const page = await openDashboard('desktop', [503], (opened) =>
      opened.route('**/api/instructor/classes', (route) => route.fulfill({ status: 503, body: '' })),
    );
    await page.getByText('Failed to fetch classes').waitFor();
    await page.unroute('**/api/instructor/classes');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
  });
});

describe('the classes are read again', () => {
  /** Opens the dashboard and counts its requests for the classes. */
  async function openAndCountReads(prepare: (page: Page) => Promise<unknown>) {
    await site.addClass('14:00');
    let reads = 0;
    const page = await openDashboard('desktop', [], async (opened) => {
      await prepare(opened);
      opened.on('request', (request) => {
        if (request.url().endsWith('/api/instructor/classes')) reads += 1;
      });
    });
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    return { page, reads: () => reads };
  }

  it('every 30 seconds', async () => {
    const { page, reads } = await openAndCountReads((opened) => opened.clock.install());
    const before = reads();
    await page.clock.runFor(29_000);
    expect(reads()).toBe(before);
    await page.clock.runFor(2_000);
    await waitFor(() => reads() === before + 1);
  });

  it('when the window gets the focus', async () => {
    const { page, reads } = await openAndCountReads(async () => undefined);
    const before = reads();
    // Reads are limited to one in some seconds, so the first focus event may have no effect.
    const focusWindow = async () => {
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      return reads() > before;
    };
    await waitFor(focusWindow);
  });
});

it('prints a roster, with health notes only when they are selected', async () => {
  const scheduled = await site.addClass('11:00');
  const member = await site.addMember('Gia Paper', 1);
  await member.call('PUT', '/api/user/health', {
    ...{ onMedication: false, hasInjuries: true, injuryDetails: 'right wrist' },
    ...{ isPregnantOrPostpartum: false, painfulMovements: false, okWithHandsOnCorrections: true },
  });
  await bookClass(member, scheduled);
  const page = await openDashboard('desktop');
  await page.evaluate('window.printed = 0; window.print = () => { window.printed += 1; }');
  await classCard(page, scheduled).getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print the roster' });
  await dialog.getByRole('button', { name: 'Print' }).waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Print' }).click();
  await untilTrue(page, 'window.printed === 1');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.roster-sheet');
  await sheet.getByRole('cell', { name: 'Gia Paper' }).waitFor();
  expect(await sheet.textContent()).toContain('07700 900123');
  expect(await sheet.textContent()).not.toContain('wrist');
  expect(await page.getByRole('heading', { name: 'Classes', includeHidden: true }).isVisible()).toBe(false);
  expect(await dialog.isVisible()).toBe(false);
  await takeScreenshot(page, 'instructor-roster', 'desktop');

  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('checkbox', { name: 'With health notes' }).check();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await untilTrue(page, 'window.printed === 2');
  expect(await sheet.textContent()).toContain('Injuries: right wrist');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await sheet.waitFor({ state: 'detached' });
});

it('shows today’s classes first and open, then the finished ones, by the studio clock', async () => {
  const scheduled = await site.addClass('18:00');
  const before = await site.addClass('17:00', { days: 1 });
  const member = await site.addMember('Hal Today', 1);
  await bookClass(member, scheduled);
  await site.moveClock({ now: `${scheduled.date}T20:30:00.000Z` });
  const page = await visit(site, '/classes', { screen: 'phone', expectedStatuses: [401] });
  for (const password of ['not-it', 'instructor-sandbox']) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Access Dashboard' }).click();
    if (password === 'not-it') await page.getByText('Incorrect password').waitFor();
  }
  await classCard(page, scheduled).getByText('Today', { exact: true }).waitFor();
  expect(await classCard(page, scheduled).getByText('Finished').count()).toBe(0);
  await classCard(page, before).getByText('Finished', { exact: true }).waitFor();
  await classCard(page, before).getByText('No bookings for this class yet').waitFor();
  await button(page, 'Hal Today', 'Attended').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Today', 'Finished']);
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'instructor-today', 'phone', true);

  await button(page, 'Hal Today', 'Attended').click();
  await waitFor(async () => (await readMarks(scheduled))?.[0] === true);
  const mine = await visit(site, '/my-classes', { as: member });
  await mine.getByRole('listitem').filter({ hasText: '18:00' }).getByText('Attended').waitFor();
});
