import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { picture, type Screen, settled, toast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Opens a place of the dashboard. */
const dashboard = (query: string, screen?: Screen, refusals?: readonly number[]): Promise<Page> =>
  visitAsAdmin(site, `/admin?${query}`, screen, refusals);

const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const row = (within: Page | Locator, text: string): Locator =>
  within.getByRole('row').filter({ hasText: text });
const classAt = (page: Page, time: string): Locator => page.getByRole('article', { name: time });
const warning = (text: RegExp | string) => (page: Page | Locator) => page.getByText(text).waitFor();

/** The next answer of a path is a failure. */
const failOnce = async (page: Page, path: string, method: string): Promise<void> => {
  await page.route(
    `**${path}`,
    (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    { times: 1 },
  );
};
const failedTo = async (page: Page, what: string) =>
  expect(await toast(page, `Failed to ${what}`)).toMatch(/^Error/);

const bookAs = async (name: string, { id }: TimetableClass): Promise<void> => {
  const member = await site.addMember(name, 1);
  const { status } = await member.call('POST', '/api/bookings', { classId: id });
  expect(status).toBe(200);
};

describe('Daily View', () => {
  it('opens on today, goes from day to day, and takes new classes with their warnings', async () => {
    const page = await dashboard('tab=schedule', 'desktop', [500]);
    await page.getByText('No classes scheduled for this date').waitFor();
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(londonDayIn(0));
    await press(page, 'Next day');
    await press(page, 'Next day');
    await press(page, 'Previous day');
    await press(page, 'Next day');
    const date = londonDayIn(2);
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(date);
    await page.waitForURL(`**date=${date}*`);

    const form = page.getByRole('form', { name: 'Add New Class' });
    expect(await form.getByLabel('Class type').inputValue()).toBe('beginner');
    expect(await form.getByLabel('Time').inputValue()).toBe('06:00');
    expect(await form.getByLabel('Time').locator('option').count()).toBe(64);
    await press(form, 'Add Class');
    await form.getByText('Please select an instructor').waitFor();
    await form.getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
    await form.getByLabel('Capacity').fill('99');
    await failOnce(page, '/api/admin/classes', 'POST');
    await press(form, 'Add Class');
    await failedTo(page, 'create class');
    expect(await form.getByLabel('Capacity').inputValue()).toBe('7');
    await form.getByLabel('Capacity').fill('');
    await press(form, 'Add Class');
    await toast(page, 'Class created');
    const made = classAt(page, '06:00 Beginner');
    await made.getByText('7 spots left').waitFor();

    // The same instructor at the same time is said before, and may be meant.
    await form.getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
    await form.getByLabel('Time').selectOption('06:30');
    await warning('Marina Hale teaches Beginner at 06:00 on that day (50 minutes).')(form);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'admin-schedule-warning', 'desktop', true);
    await press(form, 'Add all the same');
    await classAt(page, '06:30 Beginner').waitFor();

    await failOnce(page, '/api/admin/classes/*/mark-full', 'PATCH');
    await press(made, 'Mark full: 06:00 Beginner');
    await failedTo(page, 'update class status');
    await press(made, 'Mark full: 06:00 Beginner');
    await made.getByText('MARKED FULL').waitFor();
    await press(made, 'Unmark: 06:00 Beginner');
    await made.getByText('7 spots left').waitFor();

    await page.route(`**/api/admin/classes?date=${londonDayIn(3)}`, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await press(page, 'Next day');
    await failedTo(page, 'fetch classes');
  }, 120_000);

  it('shows who is booked, live, and takes members in and out', async () => {
    const scheduled = await site.addClass('09:00', { days: 4, maxCapacity: 2 });
    await site.addMember('Nil Empty');
    await site.addMember('Bea Booker', 1);
    await site.addMember('Cat Later', 1);
    const page = await dashboard(`tab=schedule&date=${scheduled.date}`, 'desktop', [409, 500]);
    const shown = classAt(page, '09:00 Beginner');
    await failOnce(page, `/api/admin/class-bookings/${scheduled.id}`, 'GET');
    await press(shown, 'Bookings of 09:00 Beginner');
    await failedTo(page, 'fetch class bookings');
    await press(shown, 'Try again');
    await shown.getByText('No bookings for this class yet').waitFor();

    // Taken elsewhere: shown at once.
    await bookAs('Ann Elsewhere', scheduled);
    await shown.getByText('1 spot left').waitFor();
    await row(shown, 'Ann Elsewhere').getByText('5 Class Pass').waitFor();
    expect(await row(shown, 'Ann Elsewhere').textContent()).toContain('ann.elsewhere@example.com');

    const search = shown.getByLabel('Add a member');
    await search.fill('nil');
    expect(await shown.getByRole('button', { name: 'Add Nil Empty' }).isDisabled()).toBe(true);
    await search.fill('zzz');
    await shown.getByText('No members found matching the search').waitFor();
    await search.fill('BOOKER@');
    await press(shown, 'Add Bea Booker');
    await toast(page, 'Member added to class successfully');
    await shown.getByText('FULL', { exact: true }).waitFor();
    await row(shown, 'Bea Booker').waitFor();
    await search.fill('later');
    await press(shown, 'Add Cat Later');
    await page.getByText('This class is full. Raise its capacity to add someone.').waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, 'admin-bookings', 'desktop', true);

    const download = page.waitForEvent('download');
    await press(shown, 'Export CSV');
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('Bea Booker,bea.booker@example.com,07700 900123');

    await press(shown, 'Remove Bea Booker');
    const asked = dialog(page, 'Remove Bea Booker?');
    await asked.getByText('The pass goes back, however late it is.').waitFor();
    await failOnce(page, '/api/admin/remove-booking/*', 'DELETE');
    await press(asked, 'Remove booking');
    await failedTo(page, 'remove booking');
    await press(asked, 'Remove booking');
    await toast(page, 'Booking removed and pass refunded to customer');
    await asked.waitFor({ state: 'detached' });
    await row(shown, 'Bea Booker').waitFor({ state: 'detached' });
    await shown.getByText('1 spot left').waitFor();
  }, 120_000);

  it('changes, substitutes and deletes, and says first whom it concerns', async () => {
    const scheduled = await site.addClass('10:00', { days: 5 });
    await bookAs('Dan Drift', scheduled);
    await site.admin.call('POST', '/api/admin/instructors', { name: 'Jo Reed', prenatalSuitable: false });
    const page = await dashboard(`tab=schedule&date=${scheduled.date}`, 'desktop', [500]);
    const shown = classAt(page, '10:00 Beginner');

    await press(shown, 'Substitute for 10:00 Beginner');
    const substitute = dialog(page, /^Who takes 10:00/);
    await substitute.getByLabel('Substitute instructor').selectOption({ label: 'Jo Reed' });
    await substitute.getByText('Jo Reed teaches it.').waitFor();
    await substitute.getByText('Dan Drift').waitFor();
    await picture(page, 'admin-substitute', 'desktop');
    await press(substitute, 'Substitute');
    await toast(page, 'Class updated');
    await shown.getByText('Jo Reed').waitFor();

    await press(shown, 'Edit 10:00 Beginner');
    const edit = dialog(page, /^Edit 10:00/);
    await edit.getByLabel('Class type').selectOption('pre & post natal');
    await warning('Jo Reed is not marked as suitable for pre & post natal classes.')(edit);
    await edit.getByLabel('Class type').selectOption('intermediate');
    await edit.getByLabel('Time').selectOption('11:15');
    await press(edit, 'Save changes');
    const change = dialog(page, /^Change 10:00/);
    await change.getByText('May cancel freely; is told by email').waitFor();
    await failOnce(page, `/api/admin/classes/${scheduled.id}`, 'PUT');
    await press(change, 'Save changes');
    await failedTo(page, 'update class');
    await press(edit, 'Save changes');
    await change.getByText('May cancel freely; is told by email').waitFor();
    expect(await findings(page)).toEqual([]);
    await press(change, 'Save changes');
    const moved = classAt(page, '11:15 Intermediate');
    await moved.waitFor();

    await press(moved, 'Delete 11:15 Intermediate');
    const asked = dialog(page, 'Delete 11:15 Intermediate?');
    await asked.getByText(/^5 Class Pass back, valid until/).waitFor();
    await asked.getByText('1 booking ends.').waitFor();
    await picture(page, 'admin-delete-class', 'desktop');
    await failOnce(page, `/api/admin/classes/${scheduled.id}`, 'DELETE');
    await press(asked, 'Delete class');
    await failedTo(page, 'delete class');
    await press(asked, 'Delete class');
    await toast(page, 'Class deleted');
    await page.getByText('No classes scheduled for this date').waitFor();
  }, 120_000);

  it('works in one hand', async () => {
    const scheduled = await site.addClass('08:15', { days: 6, maxCapacity: 2, name: 'reformer for all' });
    await bookAs('Eve Phone', scheduled);
    await site.addClass('12:00', { days: 6, name: 'pre & post natal' });
    const page = await dashboard(`tab=schedule&date=${scheduled.date}`, 'phone');
    const shown = classAt(page, '08:15 Reformer For All');
    await press(shown, 'Bookings of 08:15 Reformer For All');
    await row(shown, 'Eve Phone').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await picture(page, 'admin-schedule', 'phone', true);
    await press(shown, 'Edit 08:15 Reformer For All');
    await settled(page);
    await picture(page, 'admin-edit-class', 'phone');
    expect(await findings(page)).toEqual([]);
  }, 120_000);
});

describe('Instructors', () => {
  it('are added, edited where they stand, and deleted unless classes need them', async () => {
    const page = await dashboard('tab=instructors', 'desktop', [409, 500]);
    const form = page.getByRole('form', { name: 'Add an instructor' });
    await row(page, 'Marina Hale').waitFor();
    await press(form, 'Add Instructor');
    await form.getByText('Instructor name is required').waitFor();
    await form.getByLabel('Name').fill('Kim Vale');
    await failOnce(page, '/api/admin/instructors', 'POST');
    await press(form, 'Add Instructor');
    await failedTo(page, 'create instructor');
    await form.getByLabel('Suitable for pre & post natal').check();
    await press(form, 'Add Instructor');
    await toast(page, 'Instructor created');
    await row(page, 'Kim Vale').getByText('Yes').waitFor();

    await press(row(page, 'Kim Vale'), 'Edit Kim Vale');
    const name = page.getByLabel('Name of Kim Vale');
    await name.fill('Kim Vance');
    await page.getByLabel('Suitable', { exact: true }).uncheck();
    await picture(page, 'admin-instructors', 'desktop', true);
    await failOnce(page, '/api/admin/instructors/*', 'PUT');
    await name.press('Enter');
    await failedTo(page, 'update instructor');
    await name.press('Enter');
    await toast(page, 'Instructor updated');
    await row(page, 'Kim Vance').getByText('No').waitFor();

    await site.addClass('15:00', { days: 9 });
    await site.addClass('06:00', { days: 1 });
    await press(row(page, 'Marina Hale'), 'Delete Marina Hale');
    const refused = dialog(page, 'Delete Marina Hale?');
    await refused.getByText(/This instructor still has \d classes to come\./).waitFor();
    expect(await refused.getByRole('button', { name: 'Delete instructor' }).isDisabled()).toBe(true);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'admin-instructor-refused', 'desktop');
    await refused.getByRole('link', { name: /15:00 beginner/i }).click();
    await classAt(page, '15:00 Beginner').waitFor();
    await page.goBack();

    await press(row(page, 'Kim Vance'), 'Delete Kim Vance');
    const asked = dialog(page, 'Delete Kim Vance?');
    await asked.getByText('No class to come needs them.').waitFor();
    await failOnce(page, '/api/admin/instructors/*', 'DELETE');
    await press(asked, 'Delete instructor');
    await failedTo(page, 'delete instructor');
    await press(asked, 'Delete instructor');
    await toast(page, 'Instructor deleted');
    await waitFor(async () => (await row(page, 'Kim Vance').count()) === 0);
  }, 120_000);

  it('says so when there are none, and when they could not be loaded', async () => {
    const page = await dashboard('tab=schedule', 'phone', [500]);
    await page.route('**/api/admin/instructors', (route) =>
      route.fulfill({ json: { success: true, instructors: [] } }),
    );
    await page.goto('/admin?tab=instructors');
    await page.getByText('No instructors added yet').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await picture(page, 'admin-instructors', 'phone', true);
    await page.unroute('**/api/admin/instructors');
    await failOnce(page, '/api/admin/instructors', 'GET');
    await page.reload();
    await failedTo(page, 'fetch instructors');
  }, 120_000);
});
