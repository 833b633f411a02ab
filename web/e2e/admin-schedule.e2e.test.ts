import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates, failOnce } from './failing-reads.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, takeScreenshot, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Opens the dashboard with this query. */
const openDashboard = (query: string, screen?: Screen, expectedStatuses?: readonly number[]): Promise<Page> =>
  visitAsAdmin(site, `/admin?${query}`, screen, expectedStatuses);

const click = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const row = (within: Page | Locator, text: string): Locator =>
  within.getByRole('row').filter({ hasText: text });
const classAt = (page: Page, time: string): Locator => page.getByRole('article', { name: time });
const expectFailureToast = async (page: Page, action: string) =>
  expect(await waitForToast(page, `Failed to ${action}`)).toMatch(/^Error/);

const bookAs = async (name: string, scheduled: TimetableClass): Promise<void> => {
  await bookClass(await site.addMember(name, 1), scheduled);
};

describe('Daily View', () => {
  it('opens on today, moves from day to day, and adds classes after a warning of conflicts', async () => {
    const page = await openDashboard('tab=schedule', 'desktop', [500]);
    await page.getByText('No classes scheduled for this date').waitFor();
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(await site.dayIn(0));
    await click(page, 'Next day');
    await click(page, 'Next day');
    await click(page, 'Previous day');
    await click(page, 'Next day');
    const date = await site.dayIn(2);
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe(date);
    await page.waitForURL(`**date=${date}*`);

    const form = page.getByRole('form', { name: 'Add New Class' });
    expect(await form.getByLabel('Class type').inputValue()).toBe('beginner');
    expect(await form.getByLabel('Time').inputValue()).toBe('06:00');
    expect(await form.getByLabel('Time').locator('option').count()).toBe(64);
    await click(form, 'Add Class');
    await form.getByText('Please select an instructor').waitFor();
    await form.getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
    await form.getByLabel('Capacity').fill('99');
    await failOnce(page, '/api/admin/classes', 'POST');
    await click(form, 'Add Class');
    await expectFailureToast(page, 'create class');
    expect(await form.getByLabel('Capacity').inputValue()).toBe('7');
    await form.getByLabel('Capacity').fill('');
    await click(form, 'Add Class');
    await waitForToast(page, 'Class created');
    const made = classAt(page, '06:00 Beginner');
    await made.getByText('7 spots left').waitFor();

    // An overlap is only a warning.
    await form.getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
    await form.getByLabel('Time').selectOption('06:30');
    await form.getByText('Marina Hale teaches Beginner at 06:00 on that day (50 minutes).').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-schedule-warning', 'desktop', true);
    await click(form, 'Add all the same');
    await classAt(page, '06:30 Beginner').waitFor();

    await failOnce(page, '/api/admin/classes/*/mark-full', 'PATCH');
    await click(made, 'Mark full: 06:00 Beginner');
    await expectFailureToast(page, 'update class status');
    await click(made, 'Mark full: 06:00 Beginner');
    await made.getByText('MARKED FULL').waitFor();
    const announcement = made.getByRole('status');
    await announcement.getByText('06:00 Beginner takes no bookings now').waitFor();
    await click(made, 'Unmark: 06:00 Beginner');
    await made.getByText('7 spots left').waitFor();
    await announcement.getByText('06:00 Beginner takes bookings again').waitFor();

    await page.route(`**/api/admin/classes?date=${await site.dayIn(3)}`, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await click(page, 'Next day');
    await expectFailureToast(page, 'fetch classes');
  });

  it('names a failure in a toast, and shows in the form and in the dialog why the server refused', async () => {
    const scheduled = await site.addClass('20:00', { days: 3 });
    const page = await openDashboard(`tab=schedule&date=${scheduled.date}`, 'desktop', [409]);
    const error = 'The room is closed on that day.';
    const refusal = { success: false, error, code: 'CONFLICT', requestId: 'r-1' };
    const refuse = (path: string) =>
      page.route(path, (route) =>
        route.request().method() === 'GET' || route.request().url().includes('dryRun')
          ? route.fallback()
          : route.fulfill({ status: 409, json: refusal }),
      );
    await refuse('**/api/admin/classes');
    const form = page.getByRole('form', { name: 'Add New Class' });
    await form.getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
    await click(form, 'Add Class');
    expect(await waitForToast(page, 'Failed to create class')).not.toContain(error);
    await form.getByText(error).waitFor();

    await refuse(`**/api/admin/classes/${scheduled.id}*`);
    await click(classAt(page, '20:00 Beginner'), 'Delete 20:00 Beginner');
    await click(page.getByRole('dialog'), 'Delete class');
    expect(await waitForToast(page, 'Failed to delete class')).not.toContain(error);
    await page.getByRole('dialog').getByText(error).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-failure', 'desktop');
  });

  it('lists bookings as they happen, and adds and removes members', async () => {
    const scheduled = await site.addClass('09:00', { days: 4, maxCapacity: 2 });
    await site.addMember('Nil Empty');
    await site.addMember('Bea Booker', 1);
    await site.addMember('Cat Later', 1);
    const page = await openDashboard(`tab=schedule&date=${scheduled.date}`, 'desktop', [409, 500]);
    const shown = classAt(page, '09:00 Beginner');
    await endLiveUpdates(page);
    await page.reload();
    await failOnce(page, `/api/admin/class-bookings/${scheduled.id}`, 'GET');
    await click(shown, 'Bookings of 09:00 Beginner');
    await expectFailureToast(page, 'fetch class bookings');
    await click(shown, 'Try again');
    await shown.getByText('No bookings for this class yet').waitFor();

    // A booking by the member appears without a reload.
    await page.unroute('**/api/events');
    await page.reload();
    await shown.getByText('No bookings for this class yet').waitFor();
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
    await click(shown, 'Add Bea Booker');
    await waitForToast(page, 'Member added to class successfully');
    await shown.getByText('FULL', { exact: true }).waitFor();
    await row(shown, 'Bea Booker').waitFor();
    await search.fill('later');
    await click(shown, 'Add Cat Later');
    await page.getByText('This class is full. Raise its capacity to add someone.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-bookings', 'desktop', true);

    const download = page.waitForEvent('download');
    await click(shown, 'Export CSV');
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('Bea Booker,bea.booker@example.com,07700 900123');

    await click(shown, 'Remove Bea Booker');
    const confirmation = dialog(page, 'Remove Bea Booker?');
    await confirmation.getByText('The pass goes back, however late it is.').waitFor();
    await failOnce(page, '/api/admin/remove-booking/*', 'DELETE');
    await click(confirmation, 'Remove booking');
    await expectFailureToast(page, 'remove booking');
    await click(confirmation, 'Remove booking');
    await waitForToast(page, 'Booking removed and pass refunded to customer');
    await confirmation.waitFor({ state: 'detached' });
    await row(shown, 'Bea Booker').waitFor({ state: 'detached' });
    await shown.getByText('1 spot left').waitFor();
  });

  it('substitutes, changes and deletes a class after a dialog that lists the affected members', async () => {
    const scheduled = await site.addClass('10:00', { days: 5 });
    await bookAs('Dan Drift', scheduled);
    await site.admin.call('POST', '/api/admin/instructors', { name: 'Jo Reed', prenatalSuitable: false });
    const page = await openDashboard(`tab=schedule&date=${scheduled.date}`, 'desktop', [500]);
    const shown = classAt(page, '10:00 Beginner');

    await click(shown, 'Substitute for 10:00 Beginner');
    const substitute = dialog(page, /^Who takes 10:00/);
    await substitute.getByLabel('Substitute instructor').selectOption({ label: 'Jo Reed' });
    await substitute.getByText('Jo Reed teaches it.').waitFor();
    await substitute.getByText('Dan Drift').waitFor();
    await takeScreenshot(page, 'admin-substitute', 'desktop');
    await click(substitute, 'Substitute');
    await waitForToast(page, 'Class updated');
    await shown.getByText('Jo Reed').waitFor();

    await click(shown, 'Edit 10:00 Beginner');
    const edit = dialog(page, /^Edit 10:00/);
    await edit.getByLabel('Class type').selectOption('pre & post natal');
    await edit.getByText('Jo Reed is not marked as suitable for pre & post natal classes.').waitFor();
    await edit.getByLabel('Class type').selectOption('intermediate');
    await edit.getByLabel('Time').selectOption('11:15');
    await edit.getByLabel('Length in minutes').fill('5');
    await edit.getByText('A class takes 10 to 240 minutes').waitFor();
    await click(edit, 'Save changes');
    await edit.getByLabel('Length in minutes').fill('75');
    await click(edit, 'Save changes');
    const change = dialog(page, /^Change 10:00/);
    await change.getByText('May cancel freely; is told by email').waitFor();
    await change.getByText('It takes 75 minutes instead of 50.').waitFor();
    await failOnce(page, `/api/admin/classes/${scheduled.id}`, 'PUT');
    await click(change, 'Save changes');
    await expectFailureToast(page, 'update class');
    await click(edit, 'Save changes');
    await change.getByText('May cancel freely; is told by email').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await click(change, 'Save changes');
    const moved = classAt(page, '11:15 Intermediate');
    await moved.waitFor();

    await click(moved, 'Delete 11:15 Intermediate');
    const confirmation = dialog(page, 'Delete 11:15 Intermediate?');
    await confirmation.getByText(/^5 Class Pass back, valid until/).waitFor();
    await confirmation.getByText('1 booking ends.').waitFor();
    await takeScreenshot(page, 'admin-delete-class', 'desktop');
    await failOnce(page, `/api/admin/classes/${scheduled.id}`, 'DELETE');
    await click(confirmation, 'Delete class');
    await expectFailureToast(page, 'delete class');
    await click(confirmation, 'Delete class');
    await waitForToast(page, 'Class deleted');
    await page.getByText('No classes scheduled for this date').waitFor();
  });

  it('fits a phone and has no accessibility violations there', async () => {
    const scheduled = await site.addClass('08:15', { days: 6, maxCapacity: 2, name: 'reformer for all' });
    await bookAs('Eve Phone', scheduled);
    await site.addClass('12:00', { days: 6, name: 'pre & post natal' });
    const page = await openDashboard(`tab=schedule&date=${scheduled.date}`, 'phone');
    const shown = classAt(page, '08:15 Reformer For All');
    await click(shown, 'Bookings of 08:15 Reformer For All');
    await row(shown, 'Eve Phone').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-schedule', 'phone', true);
    await click(shown, 'More actions for 08:15 Reformer For All');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog(page, /^Edit 08:15/).waitFor();
    await takeScreenshot(page, 'admin-edit-class', 'phone');
    expect(await findViolations(page)).toEqual([]);
  });
});

it('shows all tabs, and the links beside them, at each width', async () => {
  const phone = await openDashboard('tab=memberships', 'phone');
  const chosen = phone.getByRole('combobox', { name: 'Admin' });
  expect((await chosen.boundingBox())?.width).toBeGreaterThan(170);
  await takeScreenshot(phone, 'admin-tabs', 'phone');
  const more = phone.getByRole('button', { name: 'More pages' });
  for (const [entry, address] of [
    ['Import', '/admin/import'],
    ['Audit', '/audit'],
    ['Pay', '/admin/pay'],
  ] as const) {
    await phone.goto('/admin?tab=memberships');
    await waitUntilSettled(phone);
    await more.click();
    await phone.getByRole('menuitem', { name: entry }).waitFor();
    await takeScreenshot(phone, 'admin-more-pages', 'phone');
    expect(await findViolations(phone)).toEqual([]);
    await phone.getByRole('menuitem', { name: entry }).click();
    await phone.waitForURL((url) => url.pathname === address);
  }
  const page = await openDashboard('tab=memberships', 'desktop');
  const tabs = page.getByRole('navigation', { name: 'Admin' });
  // Waits for the fonts, by which the widths go.
  await takeScreenshot(page, 'admin-tabs', 'desktop');
  const last = await tabs.getByRole('link', { name: 'Settings' }).boundingBox();
  const row = await tabs.boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
});

/** Of the list, beside which there is one for their pay. */
const instructorRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Instructors' }).getByRole('row').filter({ hasText: name });

describe('Instructors', () => {
  it('are added, edited in their row, and deleted unless they have classes to come', async () => {
    const page = await openDashboard('tab=instructors', 'desktop', [409, 500]);
    const form = page.getByRole('form', { name: 'Add an instructor' });
    await instructorRow(page, 'Marina Hale').waitFor();
    await click(form, 'Add Instructor');
    await form.getByText('Instructor name is required').waitFor();
    await form.getByLabel('Name').fill('Kim Vale');
    await failOnce(page, '/api/admin/instructors', 'POST');
    await click(form, 'Add Instructor');
    await expectFailureToast(page, 'create instructor');
    await form.getByLabel('Suitable for pre & post natal').check();
    await click(form, 'Add Instructor');
    await waitForToast(page, 'Instructor created');
    await instructorRow(page, 'Kim Vale').getByText('Yes').waitFor();

    await click(instructorRow(page, 'Kim Vale'), 'Edit Kim Vale');
    const name = page.getByLabel('Name of Kim Vale');
    await name.fill('Kim Vance');
    await page.getByLabel('Suitable', { exact: true }).uncheck();
    await takeScreenshot(page, 'admin-instructors', 'desktop', true);
    await failOnce(page, '/api/admin/instructors/*', 'PUT');
    await name.press('Enter');
    await expectFailureToast(page, 'update instructor');
    await name.press('Enter');
    await waitForToast(page, 'Instructor updated');
    await instructorRow(page, 'Kim Vance').getByText('No').waitFor();

    await site.addClass('15:00', { days: 9 });
    await site.addClass('06:00', { days: 1 });
    await click(instructorRow(page, 'Marina Hale'), 'Delete Marina Hale');
    const refused = dialog(page, 'Delete Marina Hale?');
    await refused.getByText(/This instructor still has \d classes to come\./).waitFor();
    expect(await refused.getByRole('button', { name: 'Delete instructor' }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-instructor-refused', 'desktop');
    await refused.getByRole('link', { name: /15:00 beginner/i }).click();
    await classAt(page, '15:00 Beginner').waitFor();
    await page.goBack();

    await click(instructorRow(page, 'Kim Vance'), 'Delete Kim Vance');
    const confirmation = dialog(page, 'Delete Kim Vance?');
    await confirmation.getByText('No class to come needs them.').waitFor();
    await failOnce(page, '/api/admin/instructors/*', 'DELETE');
    await click(confirmation, 'Delete instructor');
    await expectFailureToast(page, 'delete instructor');
    await click(confirmation, 'Delete instructor');
    await waitForToast(page, 'Instructor deleted');
    await waitFor(async () => (await instructorRow(page, 'Kim Vance').count()) === 0);
  });

  it('show a message when there are none, and an error when they fail to load', async () => {
    const page = await openDashboard('tab=schedule', 'phone', [500]);
    await page.route('**/api/admin/instructors', (route) =>
      route.fulfill({ json: { success: true, instructors: [] } }),
    );
    await page.goto('/admin?tab=instructors');
    await page.getByRole('region', { name: 'Instructors' }).getByText('No instructors added yet').waitFor();
    await takeScreenshot(page, 'admin-instructors', 'phone', true);
    await page.unroute('**/api/admin/instructors');
    await failOnce(page, '/api/admin/instructors', 'GET');
    await page.reload();
    await expectFailureToast(page, 'fetch instructors');
  });
});
