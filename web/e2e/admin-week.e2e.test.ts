import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDaysToDay } from '#domain/london-time.ts';
import { checkPage } from './check-page.fixture.ts';
import { bookClass, createdInstructor, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, tabTo, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
let monday: string;
const addInstructor = async (name: string, prenatalSuitable = false): Promise<number> =>
  (await site.admin.expect(createdInstructor, 'POST', '/api/admin/instructors', { name, prenatalSuitable }))
    .instructor.id;
let joId: number;
let kimId: number;
beforeAll(async () => {
  site = await openSite();
  joId = await addInstructor('Jo Reed');
  kimId = await addInstructor('Kim Swell', true);
  monday = await site.dayIn(0);
});
afterAll(() => site?.close());
// Each test has a Monday of its own, so that none finds the classes of another.
beforeEach(async () => {
  do monday = addDaysToDay(monday, 1);
  while (new Date(monday).getUTCDay() !== 1);
  await site.moveClock({ now: `${monday}T05:00:00.000Z` });
});

/** Opens the week, and waits for the first answer, from which the page knows the studio clock. */
async function openWeek(screen: Screen = 'desktop', statuses: readonly number[] = []): Promise<Page> {
  const page = await visitAsAdmin(site, '/admin?tab=schedule&view=week', screen, statuses);
  await waitUntilSettled(page);
  return page;
}
const dayOf = (page: Page, day: string): Locator =>
  page.getByRole('list', { name: 'The week' }).locator('> li').filter({ hasText: day });
const chosen = (page: Page): Locator => page.getByRole('region', { name: 'Chosen classes' });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const choose = (page: Page, name: RegExp): Promise<void> => page.getByRole('checkbox', { name }).check();
const confirm = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const addBooked = async (name: string, time: string, days: number): Promise<TimetableClass> => {
  const scheduled = await site.addClass(time, { days });
  await bookClass(await site.addMember(name, 1), scheduled);
  return scheduled;
};

it.each<Screen>(['desktop', 'phone'])('shows the week with what is booked, on a %s', async (screen) => {
  await addBooked(`Ann Early ${screen}`, '09:00', 1);
  await site.addClass('18:00', { days: 1, name: 'pre & post natal', instructorId: kimId });
  await site.addClass('10:15', { days: 4, maxCapacity: 1, instructorId: joId });
  const page = await openWeek(screen);
  const tuesday = dayOf(page, 'Tuesday');
  await tuesday.getByText('1 of 7').waitFor();
  await tuesday.getByText('6 spots left').waitFor();
  await tuesday.getByRole('link', { name: /^Pre & Post Natal/ }).waitFor();
  await dayOf(page, 'Friday').getByText('Jo Reed').waitFor();
  await dayOf(page, 'Sunday').getByText('No classes').waitFor();
  await checkPage(page, 'admin-week', screen);

  // A class leads to its bookings, and the week is in the address.
  await page.getByRole('button', { name: 'Next week' }).click();
  await dayOf(page, 'Tuesday').getByText('No classes').waitFor();
  await page.getByRole('button', { name: 'This week' }).click();
  await tuesday.getByRole('link', { name: /^Beginner/ }).click();
  await page.getByRole('article', { name: '09:00 Beginner' }).getByText(`Ann Early ${screen}`).waitFor();
});

it('moves a class by its button, by keyboard, once its effects are confirmed', async () => {
  await addBooked('Mo Mover', '09:00', 1);
  const page = await openWeek();
  const move = page.getByRole('button', { name: /^Move Tue .* 09:00 Beginner$/ });
  await tabTo(page, move);
  await page.keyboard.press('Enter');
  expect(await dialog(page).getByRole('button', { name: 'Move class' }).isDisabled()).toBe(true);
  await dialog(page).getByLabel('Date').fill(addDaysToDay(monday, 2));
  await dialog(page).getByText('Mo Mover').waitFor();
  await checkPage(page, 'admin-week-move', 'desktop');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Move class' }));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Class updated');
  await dayOf(page, 'Wednesday').getByText('1 of 7').waitFor();
  await dayOf(page, 'Tuesday').getByText('No classes').waitFor();
});

it('moves a class that is dragged to another day, and warns of a conflict there', async () => {
  await site.addClass('09:00', { days: 1 });
  await site.addClass('09:30', { days: 3 });
  const page = await openWeek();
  const card = dayOf(page, 'Tuesday').getByRole('listitem');
  await card.dragTo(dayOf(page, 'Thursday'));
  await dialog(page)
    .getByText(/^Marina Hale teaches Beginner at 09:30/)
    .waitFor();
  expect(await dialog(page).getByLabel('Date').inputValue()).toBe(addDaysToDay(monday, 3));
  await dialog(page).getByLabel('Time').selectOption('12:00');
  await confirm(page, 'Move class');
  await waitForToast(page, 'Class updated');
  await dayOf(page, 'Thursday').getByText('12:00', { exact: true }).waitFor();

  // Dropped where it is, it asks nothing.
  await dayOf(page, 'Thursday').getByRole('listitem').first().dragTo(dayOf(page, 'Thursday').locator('h3'));
  expect(await dialog(page).count()).toBe(0);
});

it('gives several classes to an instructor who is free, marks them full and cancels them', async () => {
  await addBooked('Sue Several', '09:00', 1);
  await site.addClass('10:00', { days: 2 });
  await site.addClass('10:15', { days: 2, instructorId: kimId });
  const page = await openWeek();
  await choose(page, /Tue .* 09:00/);
  await choose(page, /Wed .* 10:00/);
  await chosen(page).getByText('2 classes chosen').waitFor();
  // At the end of the page the bar covers no class.
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await checkPage(page, 'admin-week-chosen', 'desktop');

  await chosen(page).getByRole('button', { name: 'Substitute' }).click();
  const select = dialog(page).getByLabel('Substitute instructor');
  await select.getByRole('option', { name: 'Jo Reed' }).waitFor({ state: 'attached' });
  expect(await select.locator('option').allInnerTexts()).toEqual([
    'Choose an instructor',
    'Jo Reed',
    expect.stringMatching(/^Kim Swell \(teaches Wed .* 10:15\)$/),
  ]);
  expect(await dialog(page).getByRole('button', { name: 'Substitute' }).isDisabled()).toBe(true);
  await select.selectOption('Jo Reed');
  await dialog(page).getByText('Jo Reed teaches it.').first().waitFor();
  await dialog(page).getByText('Sue Several').waitFor();
  await checkPage(page, 'admin-week-substitute', 'desktop');
  await confirm(page, 'Substitute');
  await waitForToast(page, '2 classes changed');
  await dayOf(page, 'Tuesday').getByText('Jo Reed').waitFor();
  expect(await chosen(page).count()).toBe(0);

  await choose(page, /Tue .* 09:00/);
  await choose(page, /Wed .* 10:00/);
  await chosen(page).getByRole('button', { name: 'Mark full' }).click();
  await confirm(page, 'Mark full');
  await dayOf(page, 'Tuesday').getByText('MARKED FULL').waitFor();

  await choose(page, /Tue .* 09:00/);
  await choose(page, /Wed .* 10:00/);
  expect(await chosen(page).getByRole('button', { name: 'Mark full' }).isDisabled()).toBe(true);
  await chosen(page).getByRole('button', { name: 'Cancel classes' }).click();
  await dialog(page).getByText('Sue Several').waitFor();
  await checkPage(page, 'admin-week-cancel', 'desktop');
  await confirm(page, 'Cancel 2 classes');
  await dayOf(page, 'Tuesday').getByText('No classes').waitFor();
  await dayOf(page, 'Wednesday').getByText('10:15', { exact: true }).waitFor();
});

it('changes the other classes when one refuses, shows why, and leaves that one chosen', async () => {
  const changed = await site.addClass('09:00', { days: 1 });
  await site.addClass('10:00', { days: 2 });
  const page = await openWeek('desktop', [500]);
  await choose(page, /Tue .* 09:00/);
  await choose(page, /Wed .* 10:00/);
  await chosen(page).getByRole('button', { name: 'Mark full' }).click();
  await dialog(page).getByRole('heading', { name: /^Wed/ }).waitFor();
  await page.route(
    `**/api/admin/classes/${changed.id}/mark-full`,
    (route) => route.fulfill({ status: 500, json: { success: false, error: 'It is too dark.', code: 'X' } }),
    { times: 1 },
  );
  await confirm(page, 'Mark full');
  await dialog(page)
    .getByText(/^Tue .* 09:00 Beginner: /)
    .waitFor();
  await checkPage(page, 'admin-week-refused', 'desktop');
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await dayOf(page, 'Wednesday').getByText('MARKED FULL').waitFor();
  await chosen(page).getByText('1 class chosen').waitFor();
  expect(await page.getByRole('checkbox', { name: /Tue .* 09:00/ }).isChecked()).toBe(true);
});

it.each<Screen>(['desktop', 'phone'])(
  'finds someone for each class of an instructor who is ill, on a %s',
  async (screen) => {
    await addBooked(`Ill Fated ${screen}`, '09:00', 1);
    await site.addClass('10:00', { days: 2, name: 'pre & post natal' });
    await site.addClass('10:15', { days: 2, instructorId: kimId });
    await site.addClass('12:00', { days: 3 });
    const page = await openWeek(screen);
    await page.getByRole('button', { name: 'Instructor is ill' }).click();
    await dialog(page).getByLabel('Instructor', { exact: true }).selectOption('Marina Hale');
    await dialog(page).getByText('Marina Hale teaches no classes ahead on these days.').waitFor();
    await dialog(page).getByLabel('To', { exact: true }).fill(addDaysToDay(monday, 2));
    const first = dialog(page).getByLabel(/^Tue .* 09:00 Beginner, 1 booked$/);
    await first.selectOption('Jo Reed');
    const second = dialog(page).getByLabel(/^Wed .* 10:00/);
    expect(await second.locator('option').allInnerTexts()).toEqual([
      'Choose an instructor',
      'Jo Reed (not marked for pre & post natal)',
      expect.stringMatching(/^Kim Swell \(teaches Wed .* 10:15\)$/),
      'Cancel the class',
    ]);
    await second.selectOption('Cancel the class');
    expect(await dialog(page).getByLabel(/12:00/).count()).toBe(0);
    await checkPage(page, 'admin-ill', screen);
    await confirm(page, 'Show what happens');
    await dialog(page).getByText('Jo Reed teaches it.').waitFor();
    await checkPage(page, 'admin-ill-effects', screen);
    await confirm(page, 'Change the classes');
    await waitForToast(page, '2 classes changed');
    await dialog(page).getByText('Marina Hale teaches no classes ahead on these days.').waitFor();
    await dialog(page).getByRole('button', { name: 'Go back' }).click();
    await dayOf(page, 'Tuesday').getByText('Jo Reed').waitFor();
    await dayOf(page, 'Thursday').getByText('Marina Hale').waitFor();
  },
);
