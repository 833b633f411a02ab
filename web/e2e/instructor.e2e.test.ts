import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilTrue } from '#tools/testing/until-true.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates } from './failing-reads.fixture.ts';
import {
  attendee,
  button,
  classCard,
  openDashboard,
  readMarks,
  signInInstructor,
  waitForPressed,
} from './instructor.fixture.ts';
import { bookClass, createdInstructor, openSite, type Site } from './site.fixture.ts';
import { tabTo, takeScreenshot, visit, waitForFocus, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

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

    const page = await openDashboard(site, screen);
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
    await waitFor(async () => (await readMarks(site, scheduled))?.[0] === true);
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'instructor', screen, true);
    await button(page, `Ada ${screen}`, 'Absent').click();
    await waitFor(async () => (await readMarks(site, scheduled))?.[0] === false);
    await button(page, `Ada ${screen}`, 'Absent').click();
    await waitFor(async () => (await readMarks(site, scheduled))?.[0] === null);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);

    // A booking and another instructor's mark appear without a reload.
    const cay = await site.addMember(`Cay ${screen}`, 1);
    const third = await bookClass(cay, scheduled);
    await mine.getByText('3 of 7 seats booked').waitFor();
    const colleague = await signInInstructor(site);
    await colleague.call('PUT', `/api/instructor/attendance/${third}`, { attended: true });
    await waitForPressed(page, `Cay ${screen}`, 'Attended', true);

    await page.getByRole('button', { name: 'Log Out' }).click();
    await mine.waitFor({ state: 'detached' });
    expect(await page.evaluate(`sessionStorage.getItem('staffSession')`)).toBeNull();
  },
);

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
  const page = await openDashboard(site, 'phone');
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
  const page = await openDashboard(site, 'phone');
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
  const page = await openDashboard(site, 'desktop');
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

it('shows an error of the classes in their place, with a button that loads them again', async () => {
  await site.addClass('13:00');
  const page = await openDashboard(site, 'desktop', [503], async (opened) => {
    await endLiveUpdates(opened);
    await opened.route('**/api/instructor/classes', (route) => route.fulfill({ status: 503, body: '' }));
  });
  await page.getByText('Failed to fetch classes').waitFor();
  await page.unroute('**/api/instructor/classes');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
});

describe('the classes are read again', () => {
  /** Opens the dashboard, which notes in `readAt` when it reads the classes, by the clock of the page. */
  async function openAndNoteReads(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
    await site.addClass('14:00');
    const page = await openDashboard(site, 'desktop', [], async (opened) => {
      await prepare(opened);
      await opened.addInitScript(`{
        const { fetch } = window;
        window.readAt = [];
        window.fetch = (path, options) => {
          if (path === '/api/instructor/classes') readAt.push(Date.now());
          return fetch(path, options);
        };
      }`);
    });
    await page.getByRole('link', { name: 'Marina Hale' }).waitFor();
    return page;
  }

  it('every 30 seconds', async () => {
    const page = await openAndNoteReads((opened) => opened.clock.install());
    await page.clock.runFor(31_000);
    // Those of the first seconds are of opening.
    const later = 'readAt.map((time) => time - readAt[0]).filter((ms) => ms > 5_000)';
    await untilTrue(page, `${later}.length > 0`);
    const [again, ...others] = await page.evaluate<number[]>(later);
    expect(again).toBeGreaterThanOrEqual(30_000);
    expect(again).toBeLessThan(31_000);
    expect(others).toEqual([]);
  });

  it('when the window gets the focus', async () => {
    const page = await openAndNoteReads(async () => undefined);
    const before = await page.evaluate<number>('readAt.length');
    // Reads are limited to one in some seconds, so the first focus event may have no effect.
    await page.evaluate(`setInterval(() => dispatchEvent(new Event('focus')), 50)`);
    await untilTrue(page, `readAt.length > ${before}`);
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
  const page = await openDashboard(site, 'desktop');
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
  await waitFor(async () => (await readMarks(site, scheduled))?.[0] === true);
  const mine = await visit(site, '/my-classes', { as: member });
  await mine.getByRole('listitem').filter({ hasText: '18:00' }).getByText('Attended').waitFor();
});
