import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, takeScreenshot, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
let booked: TimetableClass;
beforeAll(async () => {
  site = await openSite();
  booked = await site.addClass('09:30');
  await site.addClass('18:15');
  const [ann, bea] = await Promise.all([site.addMember('Ann Figures', 1), site.addMember('Bea Figures', 2)]);
  for (const member of [ann, bea]) await bookClass(member, booked);
});
afterAll(() => site?.close());

const screens: readonly Screen[] = ['desktop', 'phone'];

async function open(path: string, screen?: Screen, expectedStatuses?: readonly number[]): Promise<Page> {
  const page = await visitAsAdmin(site, path, screen, expectedStatuses);
  await waitUntilSettled(page);
  return page;
}

it('shows a week day by day, and the events behind the revenue of a class', async () => {
  for (const screen of screens) {
    const page = await open(`/admin?tab=schedule&view=weekly&week=${booked.date}`, screen);
    await page.getByText('2 of 14 booked').waitFor();
    const card = page.getByRole('term').filter({ hasText: /^Revenue$/ });
    expect(await card.locator('xpath=..').textContent()).toContain('£44');
    await takeScreenshot(page, 'admin-weekly-analytics', screen, true);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Its passes ?: the revenue of 09:30/ }).click();
    const dialog = page.getByRole('dialog', { name: /09:30: £44/ });
    await dialog.getByText('Ann Figures').first().waitFor();
    expect(await dialog.getByText('5 Class Pass, 1 of 5').count()).toBe(2);
    expect(await dialog.getByText(/wallet-.*@\d+ · position \d+/).count()).toBe(2);
    await takeScreenshot(page, 'admin-class-revenue', screen);
    expect(await findViolations(page)).toEqual([]);
  }
});

it('moves from week to week, and shows an error when a week fails to load', async () => {
  const page = await open('/admin?tab=schedule&view=weekly', 'desktop', [500]);
  const heading = page.getByRole('heading', { level: 2 }).first();
  const thisWeek = await heading.textContent();
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect.poll(() => heading.textContent()).not.toBe(thisWeek);
  expect(page.url()).toContain('week=');
  await page.reload();
  await waitUntilSettled(page);
  expect(await heading.textContent()).not.toBe(thisWeek);
  const picker = page.getByLabel('Week starting (Monday)');
  await picker.fill('2026-10-15');
  await expect.poll(() => picker.inputValue()).toBe('2026-10-12');
  expect(await heading.textContent()).toContain('12');
  // Another day of the same week.
  await picker.fill('2026-10-18');
  await expect.poll(() => picker.inputValue()).toBe('2026-10-12');
  await page.getByRole('button', { name: 'This week' }).click();
  await expect.poll(() => heading.textContent()).toBe(thisWeek);
  await page.route('**/api/admin/weekly-analytics**', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Next week' }).click();
  expect(await waitForToast(page, 'Error')).toContain('Failed to fetch weekly analytics');
});

it('shows a month’s figures, its Excel export and every movement of money', async () => {
  for (const screen of screens) {
    const page = await open('/admin?tab=schedule&view=monthly', screen, screen === 'desktop' ? [500] : []);
    await page.getByText('3 passes sold').waitFor();
    await page.getByRole('heading', { name: 'Financial summary' }).waitFor();
    const unused = page.getByRole('table', { name: 'Lots with unused passes' });
    if (screen === 'phone') {
      await takeScreenshot(page, 'admin-month-folded', screen, true);
      expect(await findViolations(page)).toEqual([]);
      expect(await unused.count()).toBe(0);
      await page.getByRole('button', { name: 'Show whose they are' }).click();
      await page.getByRole('button', { name: 'Show the charts of a year' }).click();
    }
    await unused.getByText('Bea Figures').first().waitFor();
    await page.getByRole('img').first().waitFor();
    await takeScreenshot(page, 'admin-month', screen, true);
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Show as table ?: Revenue$/ }).click();
    await page.getByRole('table', { name: 'Revenue', exact: true }).getByText('£330').waitFor();
    await page.getByRole('button', { name: 'Every movement of money' }).click();
    const dialog = page.getByRole('dialog', { name: /^Money of/ });
    await dialog.getByText('Bea Figures').first().waitFor();
    await takeScreenshot(page, 'admin-money', screen);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    if (screen === 'phone') continue;

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    await waitForToast(page, 'Monthly report exported successfully');
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(await (await download).path());
    expect(book.getWorksheet('Pass Sales')?.getCell('A2').value).toBe('5 Class Pass');
    await page.route('**/monthly-report/excel**', (route) => route.fulfill({ status: 500, json: {} }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    expect(await waitForToast(page, 'Error')).toContain('Failed to export monthly report');
  }
});

it('shows the sales of the last 30 days in the Class Passes tab', async () => {
  for (const screen of screens) {
    const page = await open('/admin?tab=passes', screen);
    const sales = page.getByRole('region', { name: 'Sales of the last 30 days' });
    await sales.getByText('£330').first().waitFor();
    if (screen === 'phone') await page.getByRole('button', { name: 'Show who bought what' }).click();
    await page.getByRole('region', { name: 'Recent purchases' }).getByText('Ann Figures').first().waitFor();
    await takeScreenshot(page, 'admin-pass-sales', screen, true);
  }
});
