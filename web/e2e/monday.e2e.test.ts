import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, addPeriodToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { countPresses, createPressTable } from './presses.fixture.ts';
import { bookClass, createdInstructor, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, waitForFocus, waitForToast, waitUntilSettled } from './visit.fixture.ts';

const screens: Screen[] = ['phone', 'desktop'];
const { record, print } = createPressTable(screens);
const createdTemplate = z.object({ template: z.object({ id: z.number() }) });
/** The first working Monday of a month, and its week. */
let monday = '';
let site: Site;

const monthAfter = (day: string) => `${addPeriodToDay(day, { unit: 'months', count: 1 }).slice(0, 7)}-01`;

/** The Monday after the first day of the next month, so that the month before has classes and money. */
beforeAll(async () => {
  site = await openSite();
  const first = monthAfter(toLondonDay(await site.now()));
  await site.moveClock({ now: toLondonInstant(first, '06:00').toISOString() });
  await site.addClass('09:30', { days: 2 });
  await site.addMember('Ada Earlier', 1);
  monday = monthAfter(first);
  while (new Date(monday).getUTCDay() !== 1) monday = addDaysToDay(monday, 1);
  await site.moveClock({ now: toLondonInstant(monday, '06:00').toISOString() });
  const { instructor } = await site.admin.expect(createdInstructor, 'POST', '/api/admin/instructors', {
    name: 'Jo Reed',
  });
  const { template } = await site.admin.expect(createdTemplate, 'POST', '/api/admin/weekly-templates', {
    name: 'Standard week',
  });
  for (const dayOfWeek of [1, 2, 3]) {
    const body = {
      templateId: template.id,
      dayOfWeek,
      name: 'beginner',
      time: '18:00',
      instructorId: instructor.id,
      maxCapacity: 7,
    };
    await site.admin.expect(z.unknown(), 'POST', '/api/admin/template-classes', body);
  }
});
afterAll(async () => {
  await site?.close();
  print();
});

const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (within: Page | Locator, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** Opens the staff side where it begins, with the presses counted from there. */
async function begin(screen: Screen): Promise<{ page: Page; presses: readonly string[] }> {
  const page = await visitAsAdmin(site, '/admin', screen);
  await page.getByRole('link', { name: 'Week View' }).waitFor();
  await waitUntilSettled(page);
  return { page, presses: await countPresses(page) };
}

/** Finds a person with the search of the header. */
async function find(page: Page, screen: Screen, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: /^Search members/ });
  if (screen === 'desktop') {
    await field.waitFor();
    await page.keyboard.press('/');
  } else await page.getByRole('button', { name: 'Search', exact: true }).click();
  await waitForFocus(page, field);
  await page.keyboard.type(name.toLowerCase());
  // Enter takes the selected one, which may be another until all that is typed was searched for.
  await page.getByRole('option', { name: new RegExp(`^${name}`), selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

describe.each(screens)('a manager’s Monday, in presses on a %s', (screen) => {
  it('applies the template to next week', async () => {
    const { page, presses } = await begin(screen);
    if (screen === 'phone')
      await page.getByRole('combobox', { name: 'Admin', exact: true }).selectOption('Weekly Templates');
    else await page.getByRole('link', { name: 'Weekly Templates' }).click();
    await press(page, screen === 'phone' ? /^Next Week/ : /^Week 3/);
    await press(page, 'Apply: add 3 classes');
    await waitForToast(page, 'Template applied');
    record('template', screen, presses, 3);
  });

  it('finds substitutes for the three classes of an instructor who is ill', async () => {
    const days = screen === 'phone' ? 1 : 2;
    const hours = ['09:00', '10:15', '12:00'];
    for (const time of hours) await site.addClass(time, { days });
    const { page, presses } = await begin(screen);
    await page.getByRole('link', { name: 'Week View' }).click();
    await press(page, 'Instructor is ill');
    await dialog(page).getByLabel('Instructor', { exact: true }).selectOption('Marina Hale');
    await dialog(page).getByLabel('From', { exact: true }).fill(addDaysToDay(monday, days));
    await dialog(page).getByLabel('To', { exact: true }).fill(addDaysToDay(monday, days));
    for (const time of hours)
      await dialog(page)
        .getByLabel(new RegExp(` ${time} Beginner`))
        .selectOption('Jo Reed');
    await press(dialog(page), 'Show what happens');
    await press(dialog(page), 'Change the classes');
    await waitForToast(page, '3 classes changed');
    record('ill, three classes', screen, presses, 8);
  });

  it('adds a member to a class, gives passes, and refunds what is unused', async () => {
    const name = `Mo Monday ${screen}`;
    await site.addMember(name, 1);
    const scheduled = await site.addClass(screen === 'phone' ? '09:00' : '10:15', { days: 4 });
    const added = await begin(screen);
    await find(added.page, screen, name);
    await press(added.page, 'Add to class');
    await dialog(added.page).getByLabel('Class').selectOption(String(scheduled.id));
    await press(dialog(added.page), 'Add to class');
    await waitForToast(added.page, 'Member added to class successfully');
    record('add by hand', screen, added.presses, 5);

    const given = await begin(screen);
    await find(given.page, screen, name);
    await press(given.page, 'Give or take passes');
    await dialog(given.page).getByLabel('Reason').fill('Class cut short');
    await press(dialog(given.page), '+5 passes');
    await waitForToast(given.page, 'Added 5 passes to member');
    record('give passes', screen, given.presses, 4);

    const refunded = await begin(screen);
    await find(refunded.page, screen, name);
    await press(refunded.page, new RegExp(`^Refund 5 Class Pass of ${name}`));
    await dialog(refunded.page).getByLabel('Reason').fill('Moves to Leeds');
    await press(dialog(refunded.page), 'Show the effects');
    await press(dialog(refunded.page), 'Refund');
    await waitForToast(refunded.page, '£88.00 refunded');
    record('refund', screen, refunded.presses, 5);
  });

  it('shows why a member lost a pass', async () => {
    const name = `Wyn Why ${screen}`;
    const member = await site.addMember(name, 1);
    const late = await site.addClass(screen === 'phone' ? '16:00' : '17:00', { days: 0 });
    await member.expect(z.object({ success: z.literal(true) }), 'POST', '/api/cancel-booking', {
      bookingId: await bookClass(member, late),
    });
    const { page, presses } = await begin(screen);
    await find(page, screen, name);
    await page.getByText('Cancelling is free up to 24 hours before the class.').waitFor();
    record('why a pass was lost', screen, presses, 3);
  });
});

it('closes the pay and the month on a desktop', async () => {
  const pay = await begin('desktop');
  await pay.page.getByRole('link', { name: 'Pay', exact: true }).click();
  await press(pay.page, 'Last month');
  await press(pay.page, 'Close pay');
  await press(dialog(pay.page), /^Close £/);
  await waitForToast(pay.page, 'Pay closed');
  record('pay', 'desktop', pay.presses, 4);

  const month = await begin('desktop');
  await month.page.getByRole('link', { name: 'Monthly Reports' }).click();
  await press(month.page, 'Previous month');
  const download = month.page.waitForEvent('download');
  await press(month.page, 'Export to Excel');
  await download;
  await press(month.page, 'Close month');
  await press(dialog(month.page), 'Close month');
  await month.page.getByText(/^Closed .* by Admin$/).waitFor();
  record('month end', 'desktop', month.presses, 5);
});
