import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { picture, type Screen, settled, visit } from './visit.fixture.ts';

let site: Site;
let instructor: StudioClient;
beforeAll(async () => {
  site = await openSite();
  instructor = await new StudioClient(site.base).staff('instructor');
});
afterAll(() => site?.close());

const booked = z.object({ bookingId: z.number() });
const book = async (member: StudioClient, { id }: TimetableClass) =>
  (await member.expect(booked, 'POST', '/api/bookings', { classId: id })).bookingId;
const marks = z.object({
  classes: z.array(
    z.object({ id: z.number(), bookings: z.array(z.object({ attended: z.boolean().nullable() })) }),
  ),
});
/** The marks of a class at the server, in the order of booking. */
const marksOf = async ({ id }: TimetableClass) => {
  const { classes } = await instructor.expect(marks, 'GET', '/api/instructor/classes');
  return classes.find((each) => each.id === id)?.bookings.map(({ attended }) => attended);
};

/** Comes to the dashboard with a session of the staff in the tab. */
async function signInHere(page: Page, session: { token: string; role: string }): Promise<void> {
  const kept = JSON.stringify({ ...session, name: null, staffId: null });
  await page.evaluate(`sessionStorage.setItem('staffSession', ${JSON.stringify(kept)})`);
  await page.goto('/classes');
}

/** Opens the dashboard with an instructor's session in the tab, one of its own. */
async function dashboard(
  screen: Screen,
  refusals: readonly number[] = [],
  before: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const { token } = await new StudioClient(site.base).staff('instructor');
  const page = await visit(site, '/privacy-policy', { screen, refusals });
  await before(page);
  await signInHere(page, { token, role: 'instructor' });
  return page;
}

const card = (page: Page, { time }: TimetableClass) => page.getByRole('article', { name: time });
const person = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string, label: string) =>
  page.getByRole('group', { name: `Attendance of ${name}` }).getByRole('button', { name: label });
const pressed = (page: Page, name: string, label: string, is: boolean) =>
  button(page, name, label)
    .and(page.locator(`[aria-pressed=${is}]`))
    .waitFor();

it.each(['phone', 'desktop'] as const)('shows who comes and takes marks, on a %s', async (screen) => {
  const scheduled = await site.addClass(screen === 'phone' ? '07:00' : '08:00');
  const [ada, bea] = await Promise.all([
    site.addMember(`Ada ${screen}`, 1),
    site.addMember(`Bea ${screen}`, 1),
  ]);
  await ada.call('PUT', '/api/user/health', {
    ...{ onMedication: false, hasInjuries: true, injuryDetails: 'left knee' },
    ...{ isPregnantOrPostpartum: false, painfulMovements: false, okWithHandsOnCorrections: false },
  });
  await book(ada, scheduled);
  await book(bea, scheduled);

  const page = await dashboard(screen);
  await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
  const mine = card(page, scheduled);
  await mine.getByText('2 of 7 seats booked').waitFor();
  await mine.getByRole('button', { name: '2 attendees' }).click();
  const row = person(page, `Ada ${screen}`);
  expect(await row.getByRole('link', { name: '07700 900123' }).getAttribute('href')).toBe('tel:07700900123');
  expect(await row.getByRole('link', { name: '@example.com' }).getAttribute('href')).toMatch(/^mailto:ada\./);
  expect(await page.getByText('left knee').count()).toBe(0);
  await row.getByRole('button', { name: /^Health notes/ }).click();
  await row.getByText('left knee').waitFor();
  await row.getByText('Please do not touch').waitFor();
  await person(page, `Bea ${screen}`).getByRole('button', { name: 'No health notes' }).waitFor();

  await button(page, `Ada ${screen}`, 'Attended').click();
  await pressed(page, `Ada ${screen}`, 'Attended', true);
  await waitFor(async () => (await marksOf(scheduled))?.[0] === true);
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'instructor', screen, true);
  await button(page, `Ada ${screen}`, 'Absent').click();
  await waitFor(async () => (await marksOf(scheduled))?.[0] === false);
  await button(page, `Ada ${screen}`, 'Absent').click();
  await waitFor(async () => (await marksOf(scheduled))?.[0] === null);
  expect(await page.locator('[data-sonner-toast]').count()).toBe(0);

  // Someone who books while the page is open shows by itself, and so does another's mark.
  const cay = await site.addMember(`Cay ${screen}`, 1);
  const third = await book(cay, scheduled);
  await mine.getByText('3 of 7 seats booked').waitFor();
  await instructor.call('PUT', `/api/instructor/attendance/${third}`, { attended: true });
  await pressed(page, `Cay ${screen}`, 'Attended', true);

  await page.getByRole('button', { name: 'Log Out' }).click();
  await mine.waitFor({ state: 'detached' });
  expect(await page.evaluate(`sessionStorage.getItem('staffSession')`)).toBeNull();
});

it('keeps marks while there is no connection, over a reload too, and sends them in order', async () => {
  const scheduled = await site.addClass('09:00');
  const names = ['Dee Tide', 'Eve Tide'];
  for (const name of names) await book(await site.addMember(name, 1), scheduled);
  const page = await dashboard('phone', [0]);
  await card(page, scheduled).getByRole('button', { name: '2 attendees' }).click();
  await button(page, 'Dee Tide', 'Attended').waitFor();
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().attended);
  });

  await page.context().setOffline(true);
  await button(page, 'Dee Tide', 'Attended').click();
  await pressed(page, 'Dee Tide', 'Attended', true);
  await button(page, 'Dee Tide', 'Absent').click();
  await button(page, 'Eve Tide', 'Attended').click();
  await person(page, 'Dee Tide').getByText('Not sent yet').waitFor();
  await page.getByText('2 marks not sent yet.').waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'instructor-offline', 'phone');
  const kept = await page.evaluate(`localStorage.getItem('attendanceToSend')`);
  expect(String(kept)).not.toMatch(/Tide|07700|@/);
  expect(await marksOf(scheduled)).toEqual([null, null]);

  await page.context().setOffline(false);
  await page.getByText(/marks? not sent yet\./).waitFor({ state: 'detached' });
  expect(await marksOf(scheduled)).toEqual([false, true]);
  expect(sent).toEqual([false, true]);
  await pressed(page, 'Dee Tide', 'Absent', true);
  await pressed(page, 'Eve Tide', 'Attended', true);
  expect(await page.evaluate(`localStorage.getItem('attendanceToSend')`)).toBeNull();

  // A page that was closed before they could go sends them when it is next opened.
  await page.route('**/api/instructor/attendance/*', (route) => route.abort());
  await button(page, 'Eve Tide', 'Absent').click();
  await person(page, 'Eve Tide').getByText('Not sent yet').waitFor();
  await page.unroute('**/api/instructor/attendance/*');
  await page.reload();
  await waitFor(async () => (await marksOf(scheduled))?.[1] === false);
});

it('sends what one person pressed in no other person’s session', async () => {
  const scheduled = await site.addClass('09:30');
  await book(await site.addMember('Gil Tide', 1), scheduled);
  const page = await dashboard('phone', [0]);
  await card(page, scheduled).getByRole('button', { name: '1 attendee' }).click();
  await page.route('**/api/instructor/attendance/*', (route) => route.abort());
  await button(page, 'Gil Tide', 'Attended').click();
  await page.getByText('1 mark not sent yet.').waitFor();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.unroute('**/api/instructor/attendance/*');

  await signInHere(page, { token: site.admin.token, role: 'admin' });
  await page.getByText('1 mark by someone else kept on this device').waitFor();
  await settled(page);
  await picture(page, 'instructor-marks-of-another', 'phone');
  expect(await marksOf(scheduled)).toEqual([null]);

  const { token } = await new StudioClient(site.base).staff('instructor');
  await signInHere(page, { token, role: 'instructor' });
  await waitFor(async () => (await marksOf(scheduled))?.[0] === true);
  await page.getByText(/by someone else/).waitFor({ state: 'detached' });
});

describe('what goes wrong', () => {
  it('with a mark is said beside it, without a toast', async () => {
    const scheduled = await site.addClass('10:00');
    const member = await site.addMember('Fay Gone', 1);
    const bookingId = await book(member, scheduled);
    const page = await dashboard('desktop', [409, 0]);
    await card(page, scheduled).getByRole('button', { name: '1 attendee' }).click();
    await button(page, 'Fay Gone', 'Attended').waitFor();
    // Nobody tells this page: the booking goes while the press is under way.
    await page.route('**/api/instructor/classes', (route) => route.abort());
    await page.route('**/api/instructor/attendance/*', async (route) => {
      await member.call('POST', '/api/cancel-booking', { bookingId });
      await route.continue();
    });
    await button(page, 'Fay Gone', 'Attended').click();
    await person(page, 'Fay Gone').getByText('Failed to update attendance').waitFor();
    await pressed(page, 'Fay Gone', 'Attended', false);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });

  it('with the classes is said in their place, and they come when they can', async () => {
    const page = await dashboard('desktop', [503], (opened) =>
      opened.route('**/api/instructor/classes', (route) => route.fulfill({ status: 503, body: '' })),
    );
    await page.getByText('Failed to fetch classes').waitFor();
    await page.unroute('**/api/instructor/classes');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
  });
});

describe('the page looks again', () => {
  /** Counts how often the classes are asked for. */
  async function counted(prepare: (page: Page) => Promise<unknown>) {
    let reads = 0;
    const page = await dashboard('desktop', [], async (opened) => {
      await prepare(opened);
      opened.on('request', (request) => {
        if (request.url().endsWith('/api/instructor/classes')) reads += 1;
      });
    });
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    return { page, reads: () => reads };
  }

  it('every 30 seconds', async () => {
    const { page, reads } = await counted((opened) => opened.clock.install());
    const before = reads();
    await page.clock.runFor(29_000);
    expect(reads()).toBe(before);
    await page.clock.runFor(2_000);
    await waitFor(() => reads() === before + 1);
  });

  it('when one comes back to it', async () => {
    const { page, reads } = await counted(async () => undefined);
    const before = reads();
    // Not more than once in some seconds, so the first may go for nothing.
    const comeBack = async () => {
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      return reads() > before;
    };
    await waitFor(comeBack, { timeout: 15_000 });
  });
});

it('prints a roster, with health notes only when asked for', async () => {
  const scheduled = await site.addClass('11:00');
  const member = await site.addMember('Gia Paper', 1);
  await member.call('PUT', '/api/user/health', {
    ...{ onMedication: false, hasInjuries: true, injuryDetails: 'right wrist' },
    ...{ isPregnantOrPostpartum: false, painfulMovements: false, okWithHandsOnCorrections: true },
  });
  await book(member, scheduled);
  const page = await dashboard('desktop');
  await page.evaluate('window.printed = 0; window.print = () => { window.printed += 1; }');
  await card(page, scheduled).getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print the roster' });
  await dialog.getByRole('button', { name: 'Print' }).waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Print' }).click();
  await untilTrue(page, 'window.printed === 1');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.roster-sheet');
  await sheet.getByRole('cell', { name: 'Gia Paper' }).waitFor();
  expect(await sheet.textContent()).toContain('07700 900123');
  expect(await sheet.textContent()).not.toContain('wrist');
  expect(await page.getByRole('heading', { name: 'Classes', includeHidden: true }).isVisible()).toBe(false);
  expect(await dialog.isVisible()).toBe(false);
  await picture(page, 'instructor-roster', 'desktop');

  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('checkbox', { name: 'With health notes' }).check();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await untilTrue(page, 'window.printed === 2');
  expect(await sheet.textContent()).toContain('Injuries: right wrist');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await sheet.waitFor({ state: 'detached' });
});

it('shows the day: Today first and open, then what is finished, by the studio clock', async () => {
  const scheduled = await site.addClass('18:00');
  const before = await site.addClass('17:00', { days: 1 });
  const member = await site.addMember('Hal Today', 1);
  await book(member, scheduled);
  const response = await fetch(`${site.base}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: `${scheduled.date}T20:30:00.000Z` }),
  });
  expect(response.status).toBe(200);
  const page = await visit(site, '/classes', { screen: 'phone', refusals: [401] });
  for (const password of ['not-it', 'instructor-sandbox']) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Access Dashboard' }).click();
    if (password === 'not-it') await page.getByText('Incorrect password').waitFor();
  }
  await card(page, scheduled).getByText('Today', { exact: true }).waitFor();
  expect(await card(page, scheduled).getByText('Finished').count()).toBe(0);
  await card(page, before).getByText('Finished', { exact: true }).waitFor();
  await card(page, before).getByText('No bookings for this class yet').waitFor();
  await button(page, 'Hal Today', 'Attended').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Today', 'Finished']);
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'instructor-today', 'phone', true);

  await button(page, 'Hal Today', 'Attended').click();
  await waitFor(async () => (await marksOf(scheduled))?.[0] === true);
  const mine = await visit(site, '/my-classes', { as: member });
  await mine.getByRole('listitem').filter({ hasText: '18:00' }).getByText('Attended').waitFor();
});
