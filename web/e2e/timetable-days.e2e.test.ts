import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDaysToDay } from '#domain/london-time.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, createdInstructor, openSite, type Site, toEmail } from './site.fixture.ts';
import {
  findClass,
  formatWallDay,
  type Screen,
  takeScreenshot,
  visit,
  waitForFocus,
  waitUntilSettled,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  // A Monday, so that the days ahead are in the week that the page begins with.
  let monday = await site.dayIn(1);
  while (new Date(monday).getUTCDay() !== 1) monday = addDaysToDay(monday, 1);
  await site.moveClock({ now: `${monday}T05:00:00.000Z` });
});
afterAll(() => site?.close());

it.each<Screen>(['phone', 'desktop'])(
  'filters a day by level, which the address keeps, on a %s',
  async (screen) => {
    const beginner = await site.addClass(screen === 'phone' ? '07:05' : '07:10', { days: 4 });
    const advanced = await site.addClass(screen === 'phone' ? '08:05' : '08:10', {
      days: 4,
      name: 'advanced',
    });
    const page = await visit(site, '/book-classes', { screen });
    const other = page.getByRole('article', { name: beginner.time });
    await findClass(page, advanced);
    await other.waitFor();
    const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Advanced' });
    await chip.click();
    await other.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(`?date=${advanced.date}&level=advanced`);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'timetable-filter', screen);
    await page.reload();
    await page.getByRole('article', { name: advanced.time }).waitFor();
    expect(await other.count()).toBe(0);
    const next = await site.addClass(screen === 'phone' ? '09:05' : '09:10', { days: 5 });
    await page.goto(`/book-classes?date=${next.date}&level=advanced`);
    await page.getByText('No class like that on this day').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('article', { name: next.time }).waitFor();
  },
);

it('scrolls the filters of many instructors sideways, and a dialog over them fits the phone', async () => {
  const names = ['Cressida Woodhouse', 'Bartholomew Penrose', 'Philippa Montgomery', 'Rosalind Trevithick'];
  for (const [index, name] of names.entries()) {
    const { instructor } = await site.admin.expect(createdInstructor, 'POST', '/api/admin/instructors', {
      name,
      email: toEmail(name),
      phone: '07700 900555',
    });
    await site.addClass(`1${index}:35`, { days: 6, instructorId: instructor.id });
  }
  const page = await visit(site, `/book-classes?date=${await site.dayIn(6)}`, { screen: 'phone' });
  const filters = page.getByRole('group', { name: 'Show only' });
  await filters.getByRole('button', { name: 'Rosalind Trevithick' }).click();
  await page.getByRole('article', { name: '10:35' }).waitFor({ state: 'detached' });
  await takeScreenshot(page, 'timetable-filters', 'phone');
  await page.getByRole('button', { name: 'Buy a pass and book' }).click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Create Account' });
  await submit.click();
  await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor();
  await takeScreenshot(page, 'timetable-filters-dialog', 'phone');
});

it.each<Screen>(['phone', 'desktop'])(
  'marks full days and dims those that are not open, on a %s',
  async (screen) => {
    const full = await site.addClass(screen === 'phone' ? '10:05' : '10:10', {
      days: screen === 'phone' ? 2 : 3,
      maxCapacity: 1,
    });
    await bookClass(await site.addMember(`Fulvia Full ${screen}`, 1), full);
    const page = await visit(site, '/book-classes', { screen });
    const days = page.getByRole('group', { name: 'Day' });
    await days.getByRole('button', { name: ', full' }).first().waitFor();
    const weekOf = page.getByText(/^(This Week|Next Week|Week 3)$/);
    const next = page.getByRole('button', { name: 'Next week' });
    await next.click();
    await days.getByRole('button', { name: ', booking not open yet' }).last().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await days.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'timetable-days', screen);
    await next.click();
    await page.getByRole('button', { name: 'Back to the weeks you can book' }).click();
    await waitForFocus(page, page.locator('p').filter({ has: weekOf }));
    await page.getByText('This Week', { exact: true }).waitFor();
  },
);

it.each<Screen>(['phone', 'desktop'])(
  'leads from the first screen to one of the next classes, on a %s',
  async (screen) => {
    const soon = await site.addClass(screen === 'phone' ? '06:05' : '06:10', { days: 1 });
    const page = await visit(site, '/', { screen });
    const list = page.getByRole('list', { name: 'Next classes' });
    await list.waitFor();
    await takeScreenshot(page, 'next-classes', screen);
    await list.getByRole('link', { name: soon.time }).click();
    const card = page.locator(`#class-${soon.id}`);
    await waitFor(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - 80) < 2);
  },
);

it('shows the next classes of each level and each person, and a guide to the first visit', async () => {
  const scheduled = await site.addClass('06:15', { days: 1 });
  const page = await visit(site, '/class-levels');
  const list = page.getByRole('list', { name: 'Next classes: Beginner' });
  await list.getByRole('link', { name: scheduled.time }).waitFor();
  await page.getByRole('heading', { name: 'Your first visit' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'class-levels', 'desktop', true);
  await page.goto('/meet-the-team');
  const taught = page.getByRole('list', { name: 'Next classes: Marina Hale' });
  await taught.getByRole('link', { name: scheduled.time }).click();
  await page.waitForURL(`**/book-classes?date=${scheduled.date}&class=${scheduled.id}`);
  const phone = await visit(site, '/meet-the-team', { screen: 'phone' });
  await phone.getByRole('list', { name: 'Next classes: Marina Hale' }).waitFor();
  await takeScreenshot(phone, 'team', 'phone', true);
});

it('does not show a day as it was when the pointer was over it earlier', async () => {
  const [first, day] = [await site.dayIn(1), await site.dayIn(6)];
  const page = await visit(site, `/book-classes?date=${first}`, { expectedStatuses: [0] });
  const days = page.getByRole('group', { name: 'Day' });
  const [current, other] = [formatWallDay(first), formatWallDay(day)].map((name) =>
    days.getByRole('button', { name }),
  );
  await waitUntilSettled(page);
  // A failure is nothing to tell before the day is selected.
  const path = `**/api/classes?date=${day}`;
  await page.route(path, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await other?.hover();
  await failed;
  let loads = 0;
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/classes?date=${day}`)) loads += 1;
  });
  const hoverUntilLoaded = (times: number) =>
    waitFor(async () => {
      await current?.hover();
      await other?.hover();
      return loads >= times;
    });
  await hoverUntilLoaded(1);
  const added = await site.addClass('16:20', { days: 6 });
  await hoverUntilLoaded(2);
  await other?.click();
  await page.getByRole('article', { name: added.time }).waitFor();
});
