import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addDaysToDay } from '#domain/london-time.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { picture, type Screen, settled, toast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const path = '/admin?tab=templates';

/** Weekly Templates. */
async function openTab(screen: Screen, refusals?: readonly number[]): Promise<Page> {
  const page = await visitAsAdmin(site, path, screen, refusals);
  await page.getByRole('heading', { name: 'Weekly class counts' }).waitFor();
  await settled(page);
  return page;
}

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const classTable = (page: Page): Locator => page.getByRole('table', { name: 'Classes of Standard week' });
const rowsOf = (table: Locator): Promise<string[]> => table.locator('tbody tr').allInnerTexts();

/** Adds a class to the template that is open. */
async function addClass(page: Page, day: string, time: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Add a class to the template' });
  await form.getByLabel('Day of week').selectOption(day);
  await form.getByLabel('Time').selectOption(time);
  await form.getByRole('button', { name: 'Add class' }).click();
  await page.getByRole('button', { name: `Edit ${day}, ${time}` }).waitFor();
}

it('makes a template, puts classes in and changes them, and deletes both', async () => {
  const page = await openTab('desktop');
  await page.getByText('No weekly templates yet').waitFor();
  await page.getByText('Create a template first, and put its classes in.').waitFor();
  const create = page.getByRole('form', { name: 'Create a template' });
  await create.getByRole('button', { name: 'Create template' }).click();
  await create.getByText('Template name is required').waitFor();
  await create.getByLabel('Template name').fill('Standard week');
  await create.getByLabel('Description').fill('Term time');
  await create.getByRole('button', { name: 'Create template' }).click();
  await toast(page, 'Template created');

  const classes = panel(page, 'Classes of Standard week');
  await classes.getByText('No classes in this template yet').waitFor();
  const form = page.getByRole('form', { name: 'Add a class to the template' });
  const chosen = (label: string) => form.getByLabel(label).inputValue();
  expect([await chosen('Class type'), await chosen('Time'), await chosen('Capacity')]).toEqual([
    'beginner',
    '09:00',
    '7',
  ]);
  await form.getByRole('button', { name: 'Add class' }).click();
  await form.getByText('Please select an instructor').waitFor();
  await form.getByLabel('Instructor').selectOption('Marina Hale');
  await addClass(page, 'Tuesday', '18:00');
  await toast(page, 'Template class created');
  await addClass(page, 'Sunday', '10:00');
  await addClass(page, 'Monday', '09:00');
  const table = classTable(page);
  const days = async () => (await rowsOf(table)).map((row) => /\w+day/.exec(row)?.[0]);
  await expect.poll(days).toEqual(['Monday', 'Tuesday', 'Sunday']);

  await classes.getByRole('button', { name: 'Edit Sunday, 10:00' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Sunday, 10:00' });
  await edit.getByLabel('Class type').selectOption('advanced');
  await edit.getByLabel('Capacity').fill('99');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await toast(page, 'Template class updated');
  await expect.poll(async () => (await rowsOf(table)).at(-1)).toMatch(/Advanced[\s\S]*\b7\b/);

  await classes.getByRole('button', { name: 'Delete Tuesday, 18:00' }).click();
  const confirm = page.getByRole('dialog', { name: 'Delete Tuesday, 18:00?' });
  await confirm.getByText('Classes that are on the timetable already stay as they are.').waitFor();
  expect(await findings(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Delete class' }).click();
  await toast(page, 'Template class deleted');
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
  await toast(page, 'Template updated');
  await list.getByText('Inactive').waitFor();
  await list.getByRole('button', { name: 'Delete Holiday week' }).click();
  const farewell = page.getByRole('dialog', { name: 'Delete Holiday week?' });
  await farewell.getByText('The template “Holiday week” will be deleted with its 2 classes.').waitFor();
  await farewell.getByRole('button', { name: 'Delete template' }).click();
  await toast(page, 'Template deleted');
  await page.getByText('No weekly templates yet').waitFor();
});

const made = z.object({ template: z.object({ id: z.number() }) });

/** A template with ten classes of Marina Hale's. */
async function addTemplate(): Promise<void> {
  const { template } = await site.admin.expect(made, 'POST', '/api/admin/weekly-templates', {
    name: 'Standard week',
  });
  const instructorId = await marina();
  for (const dayOfWeek of [1, 2, 3, 4, 6]) {
    for (const time of ['09:00', '18:00']) {
      const body = {
        templateId: template.id,
        dayOfWeek,
        name: 'beginner',
        time,
        instructorId,
        maxCapacity: 7,
      };
      await site.admin.call('POST', '/api/admin/template-classes', body);
    }
  }
}

it('shows what applying to a week will do, does it, and then has nothing left to do', async () => {
  await addTemplate();
  const page = await openTab('desktop', [503]);
  const counts = panel(page, 'Weekly class counts');
  const third = counts.getByRole('button', { name: /^Week 3/ });
  expect(await counts.getByRole('button').count()).toBe(8);
  expect(await third.textContent()).toMatch(/0 classesNone$/);
  await third.click();

  const apply = panel(page, 'Apply to a week');
  const date = apply.getByLabel('Week start date (Monday)');
  const monday = await date.inputValue();
  await site.admin.call('POST', '/api/admin/classes', {
    name: 'advanced',
    date: monday,
    time: '17:30',
    instructorId: await marina(),
  });
  await date.fill(addDaysToDay(monday, 1));
  await apply.getByText('Choose a Monday', { exact: true }).waitFor();
  expect(await apply.getByRole('button', { name: 'Apply template' }).isDisabled()).toBe(true);
  await counts.getByRole('button', { name: /^Week 3.* 1 class\s*Light/ }).click();
  await apply.getByText('9 classes will be added', { exact: false }).waitFor();
  await apply.getByText('Marina Hale teaches advanced at 17:30.').waitFor();
  await apply.getByText('Left out', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-templates', 'desktop', true);

  const press = apply.getByRole('button', { name: 'Apply: add 9 classes' });
  await page.route('**/api/admin/apply-template', (route) => route.fulfill({ status: 503, body: '' }));
  await press.click();
  expect(await toast(page, 'Error')).toMatch(/Failed to apply template to week/);
  await page.unroute('**/api/admin/apply-template');
  await press.click();
  expect(await toast(page, 'Template applied')).toMatch(/9 classes added to the week of Monday/);
  await counts.getByRole('button', { name: /^Week 3.* 10 classes\s*Full/ }).waitFor();
  await apply.getByText('Nothing will be added', { exact: false }).waitFor();
  expect(await apply.getByText('There', { exact: true }).count()).toBe(9);
  await picture(page, 'admin-templates-applied', 'desktop');
  expect(await apply.getByRole('button', { name: 'Apply template' }).isDisabled()).toBe(true);
});

it('fits a phone', async () => {
  const page = await openTab('phone');
  await classTable(page).getByText('Marina Hale').first().waitFor();
  await panel(page, 'Apply to a week').getByText('will be added', { exact: false }).waitFor();
  await waitFor(async () => (await page.locator('[aria-busy=true]').count()) === 0);
  expect(
    await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
  ).toBe(true);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-templates', 'phone', true);
});

it('says what could not be loaded, and tries again', async () => {
  const page = await visitAsAdmin(site, '/admin?tab=instructors', 'desktop', [503]);
  const failing = ['**/api/admin/weekly-templates', '**/api/admin/template-classes/*'];
  for (const url of failing) await page.route(url, (route) => route.fulfill({ status: 503, body: '' }));
  onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
  await page.goto(path);
  expect(await toast(page, 'Error')).toMatch(/Failed to fetch weekly templates/);
  await page.unroute('**/api/admin/weekly-templates');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The template classes could not be loaded').waitFor();
  await page.unroute('**/api/admin/template-classes/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await classTable(page).getByText('Marina Hale').first().waitFor();
});

const team = z.object({ instructors: z.array(z.object({ id: z.number(), name: z.string() })) });

async function marina(): Promise<number> {
  const { instructors } = await site.admin.expect(team, 'GET', '/api/admin/instructors');
  const found = instructors.find(({ name }) => name === 'Marina Hale');
  if (found === undefined) throw new Error('Marina Hale does not teach here');
  return found.id;
}
