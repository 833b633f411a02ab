import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addDaysToDay } from '#domain/london-time.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates } from './failing-reads.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { pressEscape, type Screen, takeScreenshot, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());
beforeEach(removeTemplates);

const path = '/admin?tab=templates';

/** Opens the Weekly Templates tab. */
async function openTab(screen: Screen, expectedStatuses?: readonly number[]): Promise<Page> {
  const page = await visitAsAdmin(site, path, screen, expectedStatuses);
  await page.getByRole('heading', { name: 'Weekly class counts' }).waitFor();
  await waitUntilSettled(page);
  return page;
}

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const classTable = (page: Page): Locator => page.getByRole('table', { name: 'Classes of Standard week' });
const readRows = (table: Locator): Promise<string[]> => table.locator('tbody tr').allInnerTexts();

/** Adds a class to the open template. */
async function addClass(page: Page, day: string, time: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Add a class to the template' });
  await form.getByLabel('Day of week').selectOption(day);
  await form.getByLabel('Time').selectOption(time);
  await form.getByRole('button', { name: 'Add class' }).click();
  await page.getByRole('button', { name: `Edit ${day}, ${time}` }).waitFor();
}

it('creates a template, adds, changes and deletes its classes, and deletes the template', async () => {
  const page = await openTab('desktop');
  await page.getByText('No weekly templates yet').waitFor();
  await page.getByText('Create a template first, and put its classes in.').waitFor();
  const create = page.getByRole('form', { name: 'Create a template' });
  await create.getByRole('button', { name: 'Create template' }).click();
  await create.getByText('Template name is required').waitFor();
  await create.getByLabel('Template name').fill('Standard week');
  await create.getByLabel('Description').fill('Term time');
  await create.getByRole('button', { name: 'Create template' }).click();
  await waitForToast(page, 'Template created');

  const classes = panel(page, 'Classes of Standard week');
  await classes.getByText('No classes in this template yet').waitFor();
  const form = page.getByRole('form', { name: 'Add a class to the template' });
  const readValue = (label: string) => form.getByLabel(label).inputValue();
  expect([await readValue('Class type'), await readValue('Time'), await readValue('Capacity')]).toEqual([
    'beginner',
    '09:00',
    '7',
  ]);
  await form.getByRole('button', { name: 'Add class' }).click();
  await form.getByText('Please select an instructor').waitFor();
  await form.getByLabel('Instructor').selectOption('Marina Hale');
  await addClass(page, 'Tuesday', '18:00');
  await waitForToast(page, 'Template class created');
  await addClass(page, 'Sunday', '10:00');
  await addClass(page, 'Monday', '09:00');
  const table = classTable(page);
  const days = async () => (await readRows(table)).map((row) => /\w+day/.exec(row)?.[0]);
  await expect.poll(days).toEqual(['Monday', 'Tuesday', 'Sunday']);

  await classes.getByRole('button', { name: 'Edit Sunday, 10:00' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Sunday, 10:00' });
  await edit.getByLabel('Class type').selectOption('advanced');
  await edit.getByLabel('Capacity').fill('99');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(page, 'Template class updated');
  await expect.poll(async () => (await readRows(table)).at(-1)).toMatch(/Advanced[\s\S]*\b7\b/);

  await classes.getByRole('button', { name: 'Delete Tuesday, 18:00' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete Tuesday, 18:00?' });
  await confirm.getByText('Classes that are on the timetable already stay as they are.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Delete class' }).click();
  await waitForToast(page, 'Template class deleted');
  await expect.poll(days).toEqual(['Monday', 'Sunday']);

  const download = page.waitForEvent('download');
  await classes.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFDay,Time,Class,Instructor,Capacity',
    'Monday,09:00,Beginner,Marina Hale,7',
  ]);

  const list = panel(page, 'Templates');
  await list.getByRole('button', { name: 'Edit Standard week' }).click();
  const rename = page.getByRole('dialog', { name: 'Edit Standard week' });
  await rename.getByLabel('Template name').fill('Holiday week');
  await rename.getByLabel('Active').uncheck();
  await rename.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(page, 'Template updated');
  await list.getByText('Inactive').waitFor();
  await list.getByRole('button', { name: 'Delete Holiday week' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete Holiday week?' });
  await deletion.getByText('The template “Holiday week” will be deleted with its 2 classes.').waitFor();
  await deletion.getByRole('button', { name: 'Delete template' }).click();
  await waitForToast(page, 'Template deleted');
  await page.getByText('No weekly templates yet').waitFor();
});

const createdTemplate = z.object({ template: z.object({ id: z.number() }) });

const templateList = z.object({ templates: z.array(z.object({ id: z.number() })) });

async function removeTemplates(): Promise<void> {
  const { templates } = await site.admin.expect(templateList, 'GET', '/api/admin/weekly-templates');
  for (const { id } of templates) {
    const { status } = await site.admin.call('DELETE', `/api/admin/weekly-templates/${id}`);
    expect(status).toBe(200);
  }
}

type Slots = readonly (readonly [dayOfWeek: number, times: readonly string[]])[];

const tenClasses: Slots = [1, 2, 3, 4, 6].map((dayOfWeek) => [dayOfWeek, ['09:00', '18:00']]);
/** As many as the demo studio's template has. */
const wholeWeek: Slots = [
  [1, ['06:30', '09:30', '18:00', '19:15']],
  [2, ['09:30', '12:15', '18:00', '19:15']],
  [3, ['06:30', '09:30', '18:00', '19:15']],
  [4, ['09:30', '12:15', '18:00', '19:15']],
  [5, ['06:30', '09:30', '17:30']],
  [6, ['08:30', '09:45', '11:00']],
  [0, ['09:30', '10:45']],
];

/** Adds a template with classes of Marina Hale. */
async function addTemplate(slots = tenClasses, name = 'Standard week', level = 'beginner'): Promise<void> {
  const { template } = await site.admin.expect(createdTemplate, 'POST', '/api/admin/weekly-templates', {
    name,
  });
  const instructorId = await findMarina();
  for (const [dayOfWeek, times] of slots) {
    for (const time of times) {
      const body = {
        templateId: template.id,
        dayOfWeek,
        name: level,
        time,
        instructorId,
        maxCapacity: 7,
      };
      await site.admin.call('POST', '/api/admin/template-classes', body);
    }
  }
}

it('previews the application of a template to a week, applies it, and then has nothing to add', async () => {
  await addTemplate();
  const page = await openTab('desktop', [503]);
  const counts = panel(page, 'Weekly class counts');
  // A week that no other test fills.
  const empty = counts.getByRole('button', { name: /^Week 7/ });
  expect(await empty.textContent()).toMatch(/0 classesNone$/);
  expect(await counts.getByRole('button').count()).toBe(8);
  await empty.click();

  const apply = panel(page, 'Apply to a week');
  const date = apply.getByLabel('Week start date (Monday)');
  const monday = await date.inputValue();
  await site.admin.call('POST', '/api/admin/classes', {
    name: 'advanced',
    date: monday,
    time: '17:30',
    instructorId: await findMarina(),
  });
  await date.fill(addDaysToDay(monday, 1));
  await apply.getByText('Choose a Monday', { exact: true }).waitFor();
  expect(await apply.getByRole('button', { name: 'Apply template' }).isDisabled()).toBe(true);
  await counts.getByRole('button', { name: /^Week 7.* 1 class\s*Light/ }).click();
  await apply.getByText('9 classes will be added', { exact: false }).waitFor();
  await apply.getByText('Marina Hale teaches advanced at 17:30.').waitFor();
  await apply.getByText('Left out', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-templates', 'desktop', true);

  const applyButton = apply.getByRole('button', { name: 'Apply: add 9 classes' });
  await page.route('**/api/admin/apply-template', (route) => route.fulfill({ status: 503, body: '' }));
  await applyButton.click();
  expect(await waitForToast(page, 'Error')).toMatch(/Failed to apply template to week/);
  await page.unroute('**/api/admin/apply-template');
  await applyButton.click();
  expect(await waitForToast(page, 'Template applied')).toMatch(/9 classes added to the week of Monday/);
  await counts.getByRole('button', { name: /^Week 7.* 10 classes\s*Full/ }).waitFor();
  await apply.getByText('Nothing will be added', { exact: false }).waitFor();
  await apply.getByText('Choose another week above to go on.').waitFor();
  expect(await date.inputValue()).toBe(monday);
  expect(await apply.getByText('There', { exact: true }).count()).toBe(9);
  await takeScreenshot(page, 'admin-templates-applied', 'desktop');
  expect(await apply.getByRole('button', { name: 'Apply template' }).isDisabled()).toBe(true);
});

it.each(['desktop', 'phone'] as const)('undoes what a template made on a %s', async (screen) => {
  await addTemplate();
  await addTemplate([[0, ['10:00']]], 'Sundays');
  const page = await openTab(screen);
  const apply = panel(page, 'Apply to a week');
  const undo = apply.getByRole('button', { name: 'Undo', exact: true });
  await apply.getByRole('button', { name: 'Apply: add 10 classes' }).click();
  const notice = apply.locator('[tabindex="-1"]').filter({ hasText: '10 classes added to the week of' });
  await notice.and(page.locator(':focus')).waitFor();
  const week = await apply.getByLabel('Week start date (Monday)').inputValue();
  const template = apply.getByLabel('Template');
  await template.selectOption('Sundays');
  await apply.getByText('1 class will be added', { exact: false }).waitFor();
  expect([await notice.count(), await undo.count()]).toEqual([0, 0]);

  // On a later visit, the undo is offered while no class of the template is booked.
  await template.selectOption('Standard week');
  await apply.getByText('The template added 10 classes to this week.').waitFor();
  await undo.waitFor();
  const [first] = await readClasses(week);
  const guest = await site.addMember(`Guest ${screen}`, 1);
  const { user } = await guest.expect(signedIn, 'GET', '/api/auth/user');
  const booking = { classId: first?.id, userId: user.id };
  await apply.getByText('Nothing will be added', { exact: false }).waitFor();
  let booked: number | undefined;
  await page.route('**/api/admin/undo-template', async (route) => {
    booked = (await site.admin.call('POST', '/api/admin/add-member-to-class', booking)).status;
    await route.continue();
  });
  expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await undo.focus();
  await page.keyboard.press('Enter');
  await apply.getByText(/^9 classes taken back from the week of Monday \d+ \w+\. 1 class stays\.$/).waitFor();
  await apply.getByText(/, 09:00, Beginner\. It stays, because it was booked\.$/).waitFor();
  await apply.getByRole('button', { name: 'Apply: add 9 classes' }).waitFor();
  expect([booked, await undo.count()]).toEqual([200, 0]);
  expect((await readClasses(week)).length).toBe(1);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-templates-undone', screen);
});

it('fits a phone and has no accessibility violations there', async () => {
  await addTemplate(wholeWeek, 'Standard week', 'reformer for all');
  await addTemplate(tenClasses, 'Holidays');
  const page = await openTab('phone');
  await classTable(page).getByText('Marina Hale').first().waitFor();
  await panel(page, 'Apply to a week').getByText('will be added', { exact: false }).waitFor();
  await waitFor(async () => (await page.locator('[aria-busy=true]').count()) === 0);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-templates', 'phone', true);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3_000);

  const plan = panel(page, 'Apply to a week').getByRole('list', { name: 'The week' });
  const planned = plan.getByText('Marina Hale').first();
  expect(await planned.isVisible()).toBe(false);
  await plan.getByText('4 new').first().click();
  await planned.waitFor();
  await page.getByRole('button', { name: 'Actions for Monday, 06:30' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Monday, 06:30' });
  await edit.getByLabel('Capacity').waitFor();
  await pressEscape(edit);
  await edit.waitFor({ state: 'detached' });
  await page.getByText('Add a class', { exact: true }).click();
  const add = page.getByRole('form', { name: 'Add a class to the template' });
  await add.getByLabel('Instructor').selectOption('Marina Hale');
  await add.getByRole('button', { name: 'Add class' }).click();
  await waitForToast(page, 'Template class created');
  await page.getByRole('button', { name: 'Actions for Holidays' }).click();
  await page.getByRole('menuitem', { name: 'Classes' }).click();
  await page.getByRole('table', { name: 'Classes of Holidays' }).waitFor();
  await page.getByRole('button', { name: 'New template' }).click();
  const name = page.getByRole('form', { name: 'Create a template' }).getByLabel('Template name');
  await name.and(page.locator(':focus')).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

it('names the weekly class counts when they fail to load', async () => {
  await addTemplate();
  const page = await visitAsAdmin(site, '/admin?tab=instructors', 'desktop', [503]);
  await page.route('**/api/admin/weekly-class-counts', (route) => route.fulfill({ status: 503, body: '' }));
  onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
  await page.goto(path);
  expect(await waitForToast(page, 'Error')).toMatch(/Failed to fetch weekly class counts/);
  await page.getByText('The weekly class counts could not be loaded').waitFor();
});

it('shows which data failed to load, and loads it again', async () => {
  await addTemplate();
  const page = await visitAsAdmin(site, '/admin?tab=instructors', 'desktop', [503]);
  await endLiveUpdates(page);
  const failing = ['**/api/admin/weekly-templates', '**/api/admin/template-classes/*'];
  for (const url of failing) await page.route(url, (route) => route.fulfill({ status: 503, body: '' }));
  onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
  await page.goto(path);
  expect(await waitForToast(page, 'Error')).toMatch(/Failed to fetch weekly templates/);
  await page.unroute('**/api/admin/weekly-templates');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The template classes could not be loaded').waitFor();
  await page.unroute('**/api/admin/template-classes/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await classTable(page).getByText('Marina Hale').first().waitFor();
});

const signedIn = z.object({ user: z.object({ id: z.string() }) });
const classList = z.object({ classes: z.array(z.object({ id: z.number() })) });

const readClasses = async (date: string) =>
  (await site.admin.expect(classList, 'GET', `/api/admin/classes?date=${date}`)).classes;

const instructorList = z.object({ instructors: z.array(z.object({ id: z.number(), name: z.string() })) });

async function findMarina(): Promise<number> {
  const { instructors } = await site.admin.expect(instructorList, 'GET', '/api/admin/instructors');
  const found = instructors.find(({ name }) => name === 'Marina Hale');
  if (found === undefined) throw new Error('There is no Marina Hale');
  return found.id;
}
