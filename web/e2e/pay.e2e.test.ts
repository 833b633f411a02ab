import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, addPeriodToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { joinStaff } from '#tools/testing/join-staff.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, createdInstructor, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin, visitWithStaffSession } from './staff.fixture.ts';
import { type Screen, tabTo, takeScreenshot, waitForToast } from './visit.fixture.ts';

let site: Site;
/** The first day of the month whose classes are paid, and of the next. */
let first = '';
let next = '';
let kim = 0;
let booked: TimetableClass;
const bookings: number[] = [];
const screens: readonly Screen[] = ['desktop', 'phone'];
const dialog = (page: Page) => page.getByRole('dialog');
const monthAfter = (day: string) => `${addPeriodToDay(day, { unit: 'months', count: 1 }).slice(0, 7)}-01`;

beforeAll(async () => {
  site = await openSite();
  first = monthAfter(toLondonDay(await site.now()));
  next = monthAfter(first);
  await site.moveClock({ now: toLondonInstant(first, '06:00').toISOString() });
  const made = await site.admin.expect(createdInstructor, 'POST', '/api/admin/instructors', {
    name: 'Kim Swell',
  });
  kim = made.instructor.id;
  const rate = { validFrom: first, basePence: 3_500, perHeadPence: 250, above: 1 };
  await site.admin.expect(z.unknown(), 'POST', `/api/admin/instructors/${kim}/rates`, rate);
  booked = await site.addClass('09:30', { days: 2, instructorId: kim });
  await site.addClass('18:15', { days: 3 });
  for (const name of ['Ann Paid', 'Bea Paid', 'Cat Paid'])
    bookings.push(await bookClass(await site.addMember(name, 1), booked));
  await site.moveClock({ now: toLondonInstant(next, '08:00').toISOString() });
  await mark(bookings[0], true);
});
afterAll(() => site?.close());

const mark = (booking: number | undefined, attended: boolean) =>
  site.admin.expect(z.unknown(), 'PUT', `/api/instructor/attendance/${booking}`, { attended });

const openPay = async (screen: Screen = 'desktop'): Promise<Page> => {
  const page = await visitAsAdmin(site, '/admin/pay', screen);
  await page.getByRole('heading', { level: 1, name: 'Pay' }).waitFor();
  // The first answer sets the studio clock, and with it what the last month is.
  await figure(page, 'Pay').waitFor();
  return page;
};
const figure = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=..');

it('sets a rate by keyboard, refuses a second one of the day, and lists it in the tab', async () => {
  await site.admin.expect(createdInstructor, 'POST', '/api/admin/instructors', { name: 'Ada Swell' });
  const page = await visitAsAdmin(site, '/admin?tab=instructors', 'desktop', [422]);
  const form = page.getByRole('form', { name: 'Add a rate' });
  await form.waitFor();
  await page.getByText('Without a rate a class pays the fee of the rules, now £30.00.').waitFor();
  await form.getByRole('button', { name: 'Save rate' }).click();
  await form.getByText('Please select an instructor').waitFor();
  await form.getByText('Enter an amount, 0 or more').waitFor();

  const fill = async (base: string) => {
    await form.getByLabel('Instructor').selectOption('Ada Swell');
    await form.getByLabel('From').fill(next);
    await tabTo(page, form.getByLabel('Each class, in pounds'));
    await page.keyboard.type(base);
    await page.keyboard.press('Tab');
    await page.keyboard.type('2.50');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
  };
  await fill('35');
  await waitForToast(page, 'Rate saved');
  const row = page.getByRole('table', { name: 'Rates' }).getByRole('row').filter({ hasText: 'Ada Swell' });
  await row.filter({ hasText: '£35.00' }).waitFor();
  expect(await row.textContent()).toContain('Now');
  await fill('40');
  await form.getByText(/There is a rate for these classes from .* already\. Choose another day\./).waitFor();
  for (const screen of screens) {
    const shown = await visitAsAdmin(site, '/admin?tab=instructors', screen);
    await shown.getByRole('table', { name: 'Rates' }).waitFor();
    expect(await findViolations(shown)).toEqual([]);
    await takeScreenshot(shown, 'admin-rates', screen, true);
  }
});

async function checkClasses(): Promise<void> {
  for (const screen of screens) {
    const page = await openPay(screen);
    await page.getByText('No class was held in this period.').waitFor();
    await page.getByRole('button', { name: 'Last month' }).click();
    // Three heads of Kim's: £35 and twice £2.50; the other class pays the fee of the rules.
    await figure(page, 'Pay').getByText('£70.00').waitFor();
    await page.getByText('2 bookings have no attendance mark').waitFor();
    const panel = page.getByRole('button', { name: 'Kim Swell: £40.00, 1 class' });
    await tabTo(page, panel);
    await page.keyboard.press('Enter');
    const classes = page.getByRole('table', { name: 'Classes of Kim Swell' });
    await classes.getByText('£35.00 + £2.50 a head above 1').waitFor();
    const events = classes.getByRole('link', { name: /^Events/ });
    expect(await events.getAttribute('href')).toBe(`/audit?class=${booked.id}`);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'admin-pay', screen, true);
  }
}

async function checkDownloads(): Promise<void> {
  const page = await openPay();
  await page.getByRole('button', { name: 'Last month' }).click();
  await figure(page, 'Pay').getByText('£70.00').waitFor();
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const csv = await save('Export as CSV');
  expect(csv.name).toBe(`pay-${first}-to-${addDaysToDay(next, -1)}.csv`);
  expect(csv.content.toString()).toContain(
    `Kim Swell,Class,${booked.date},09:30,Beginner,${booked.id},3,2,35,2.5,1,,40\r\n`,
  );
  const excel = await save('Export to Excel');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Uint8Array.from(excel.content).buffer);
  expect(book.getWorksheet('Instructors')?.getRow(2).getCell(1).value).toBe('Kim Swell');
}

async function closeByKeyboard(): Promise<Page> {
  const page = await openPay();
  await page.getByText(/^It can be closed once/).waitFor();
  await page.getByRole('button', { name: 'Last month' }).click();
  await figure(page, 'Pay').getByText('£70.00').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Close pay' }));
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Close the pay of £70.00?' });
  await asked.getByText(/^£70\.00 for 2 classes from /).waitFor();
  await asked.getByText('2 bookings have no mark and are paid as present.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-pay-close', 'desktop');
  await tabTo(page, asked.getByRole('button', { name: 'Close £70.00' }));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Pay closed');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(/^Closed .* by Admin$/).waitFor();
  return page;
}

async function checkAdjustment(page: Page): Promise<void> {
  await mark(bookings[2], false);
  await page.getByRole('button', { name: 'This month' }).click();
  await figure(page, 'Pay').getByText('-£2.50').waitFor();
  await page.getByRole('heading', { name: 'Adjustments: -£2.50' }).waitFor();
  await page.getByText('3 paid, now 2').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-pay-adjustment', 'desktop', true);

  // The closed month stays, and days that overlap it lead to it.
  await page.getByLabel('From').fill(addDaysToDay(first, 1));
  await page.getByText(/is closed already$/).waitFor();
  await page.getByRole('button', { name: 'Show the closed period' }).click();
  await figure(page, 'Pay').getByText('£70.00').waitFor();
  const phone = await openPay('phone');
  await phone.getByRole('heading', { name: 'Adjustments: -£2.50' }).waitFor();
  expect(await findViolations(phone)).toEqual([]);
  await takeScreenshot(phone, 'admin-pay-adjustment', 'phone', true);
}

it('shows the pay of a month by class, exports it, closes it, and shows a later mark as an adjustment', async () => {
  await checkClasses();
  await checkDownloads();
  await checkAdjustment(await closeByKeyboard());
});

it('shows an instructor their own pay once an admin chose their account', async () => {
  const { client, staffId } = await joinStaff(site.admin, {
    ...{ email: 'kim.pay@example.com', name: 'Kim Account', role: 'instructor' },
  });
  const own = async (screen: Screen) => {
    const session = { token: client.token, role: 'instructor', name: 'Kim Account', staffId } as const;
    const page = await visitWithStaffSession(site, '/classes', session, { screen });
    await page.getByRole('link', { name: 'My pay' }).click();
    await page.getByRole('heading', { level: 1, name: 'My pay' }).waitFor();
    return page;
  };
  await (await own('desktop')).getByText('Your account has no instructor yet').waitFor();

  const page = await visitAsAdmin(site, '/admin?tab=instructors');
  const choose = page.getByRole('button', { name: 'Choose account of Kim Swell' });
  await tabTo(page, choose);
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Account').selectOption('Kim Account');
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-own-pay', 'desktop');
  await dialog(page).getByRole('button', { name: 'Save account' }).click();
  await waitForToast(page, 'Account saved');
  const table = page.getByRole('table', { name: 'Accounts of instructors' });
  await table.getByRole('row').filter({ hasText: 'Kim Swell' }).getByText('Kim Account').waitFor();

  for (const screen of screens) {
    const shown = await own(screen);
    await figure(shown, 'Pay').waitFor();
    await shown.getByRole('button', { name: 'Last month' }).click();
    await figure(shown, 'Pay').getByText('£40.00').waitFor();
    await shown.getByRole('table', { name: 'Classes of Kim Swell' }).waitFor();
    expect(await shown.getByText('Marina Hale').count()).toBe(0);
    expect(await shown.getByRole('link', { name: /^Events/ }).count()).toBe(0);
    expect(await findViolations(shown)).toEqual([]);
    await takeScreenshot(shown, 'own-pay', screen, true);
  }
});
