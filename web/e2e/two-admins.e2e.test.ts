import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations } from './axe.fixture.ts';
import { createdInstructor, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { holdRequests, pressEscape, type Screen, takeScreenshot, waitForToast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const openDashboard = (query: string, screen: Screen): Promise<Page> =>
  visitAsAdmin(site, `/admin?${query}`, screen, [409]);
const click = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const question = (page: Page): Locator => dialog(page, 'Someone else changed this');
/** What a fact was, is now, and would be. */
const readFact = (page: Page, label: string): Promise<string[]> =>
  question(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    .locator('dd')
    .allTextContents();
/** Takes the other one's version; the question stays while these reads of it are slow. */
async function takeTheirs(page: Page, reads: string): Promise<void> {
  const release = await holdRequests(page, reads);
  await click(question(page), 'Take theirs');
  const taking = question(page).locator('button[aria-disabled=true]', { hasText: 'Take theirs' });
  await taking.waitFor();
  release();
  await question(page).waitFor({ state: 'detached' });
  await page.unroute(reads);
}

const classList = z.object({
  classes: z.array(z.object({ id: z.number(), time: z.string(), maxCapacity: z.number() })),
});
const passList = z.object({
  classPasses: z.array(
    z.object({ id: z.number(), name: z.string(), classes: z.number(), price: z.number() }),
  ),
});
const settingList = z.object({ settings: z.array(z.object({ key: z.string(), value: z.string() })) });

const readClass = async ({ id, date }: TimetableClass) => {
  const { classes } = await site.admin.expect(classList, 'GET', `/api/admin/classes?date=${date}`);
  return classes.find((each) => each.id === id);
};
const readPass = async (name: string) => {
  const { classPasses } = await site.admin.expect(passList, 'GET', '/api/admin/class-passes');
  const pass = classPasses.find((each) => each.name === name);
  if (pass === undefined) throw new Error(`The catalogue has no ${name}`);
  return pass;
};
const readSetting = async (key: string) => {
  const { settings } = await site.admin.expect(settingList, 'GET', '/api/admin/settings');
  return settings.find((each) => each.key === key)?.value;
};

/** The other admin changes the class. */
async function changeClass(scheduled: TimetableClass, change: object): Promise<void> {
  const instructors = z.object({ instructors: z.array(z.object({ id: z.number() })) });
  const { id, date, time } = scheduled;
  const answer = await site.admin.expect(instructors, 'GET', '/api/admin/instructors');
  const body = { name: 'beginner', date, time, instructorId: answer.instructors[0]?.id, ...change };
  expect((await site.admin.call('PUT', `/api/admin/classes/${id}`, body)).status).toBe(200);
}

describe.each<{ screen: Screen; times: readonly [string, string]; price: number; pass: string }>([
  { screen: 'phone', times: ['13:00', '14:00'], price: 121, pass: '5 Class Pass' },
  { screen: 'desktop', times: ['11:00', '12:00'], price: 231, pass: '10 Class Pass' },
])('of two admins on a $screen', ({ screen, times, price, pass: passName }) => {
  /** A phone has this action of a class in its menu. */
  async function openAction(page: Page, article: Locator, action: 'Edit' | 'Delete', name: string) {
    if (screen === 'desktop') return click(article, `${action} ${name}`);
    await click(article, `More actions for ${name}`);
    await page.getByRole('menuitem', { name: action }).click();
  }

  it('the second is asked before a class is overwritten, and may', async () => {
    const scheduled = await site.addClass(times[0]);
    const page = await openDashboard(`tab=schedule&date=${scheduled.date}`, screen);
    const article = page.getByRole('article', { name: times[0] });
    await openAction(page, article, 'Edit', `${times[0]} Beginner`);
    const edit = page.getByRole('dialog', { name: /^Edit/ });
    await edit.getByLabel('Capacity').fill('9');
    await changeClass(scheduled, { maxCapacity: 5 });
    await click(edit, 'Save changes');
    await question(page).waitFor();
    expect(await readFact(page, 'Capacity')).toEqual(['7', '5', '9']);
    expect((await readClass(scheduled))?.maxCapacity).toBe(5);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'two-admins-class', screen);
    // A third change is asked about too.
    await changeClass(scheduled, { maxCapacity: 6 });
    await click(question(page), 'Save mine all the same');
    await question(page).getByText('6', { exact: true }).waitFor();
    expect(await readFact(page, 'Capacity')).toEqual(['5', '6', '9']);
    await click(question(page), 'Save mine all the same');
    await waitForToast(page, 'Class updated');
    expect((await readClass(scheduled))?.maxCapacity).toBe(9);
  });

  it('the second may take the other’s class, and is asked before it is deleted', async () => {
    const scheduled = await site.addClass(times[1]);
    const page = await openDashboard(`tab=schedule&date=${scheduled.date}`, screen);
    const article = page.getByRole('article', { name: times[1] });
    await openAction(page, article, 'Edit', `${times[1]} Beginner`);
    const edit = page.getByRole('dialog', { name: /^Edit/ });
    await edit.getByLabel('Capacity').fill('9');
    await changeClass(scheduled, { maxCapacity: 4 });
    await click(edit, 'Save changes');
    // Going back keeps what is typed.
    await pressEscape(question(page));
    await question(page).waitFor({ state: 'detached' });
    expect(await edit.getByLabel('Capacity').inputValue()).toBe('9');
    await click(edit, 'Save changes');
    await takeTheirs(page, '**/api/admin/classes?*');
    expect(await edit.count()).toBe(0);
    expect(await article.getByText('4 spots left').count()).toBe(1);
    expect((await readClass(scheduled))?.maxCapacity).toBe(4);

    await openAction(page, article, 'Delete', `${times[1]} Beginner`);
    const removal = page.getByRole('dialog', { name: /^Delete/ });
    await removal.getByText('What will happen').waitFor();
    await changeClass(scheduled, { maxCapacity: 8 });
    await click(removal, 'Delete class');
    await question(page).waitFor();
    expect(await readFact(page, 'Capacity')).toEqual(['4', '8']);
    await takeTheirs(page, '**/api/admin/classes?*');
    expect(await removal.count()).toBe(0);
    expect(await article.getByText('8 spots left').count()).toBe(1);
    expect((await readClass(scheduled))?.maxCapacity).toBe(8);
  });

  it('the second is asked before a pass is overwritten', async () => {
    const page = await openDashboard('tab=passes', screen);
    const { id, ...details } = await readPass(passName);
    await click(page.getByRole('row').filter({ hasText: passName }), `Edit ${passName}`);
    const edit = dialog(page, `Edit ${passName}`);
    await edit.getByLabel('Description').fill('For mornings');
    const change = { ...details, price: price * 100 };
    expect((await site.admin.call('PUT', `/api/admin/class-passes/${id}`, change)).status).toBe(200);
    await click(edit, 'Save changes');
    await question(page).waitFor();
    const was = `£${(details.price / 100).toFixed(2)}`;
    expect((await readFact(page, 'Price')).slice(0, 2)).toEqual([was, `£${price}.00`]);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'two-admins-pass', screen);
    await takeTheirs(page, '**/api/admin/class-passes');
    expect(await edit.count()).toBe(0);
    const row = page.getByRole('row').filter({ hasText: passName });
    expect(await row.getByText(`£${price}.00`).count()).toBe(1);
    expect((await readPass(passName)).price).toBe(price * 100);
  });

  it('the second is asked before a setting is overwritten', async () => {
    const key = 'special_offer_days';
    await site.admin.call('POST', '/api/admin/settings', { key, value: '7' });
    const page = await openDashboard('tab=settings', screen);
    const card = page.getByRole('listitem').filter({ hasText: 'Special 3 Class Pass offer' });
    const field = card.getByRole('textbox');
    await field.fill('10');
    await site.admin.call('POST', '/api/admin/settings', { key, value: '14' });
    await field.press('Enter');
    await question(page).waitFor();
    expect(await question(page).locator('dd').allTextContents()).toEqual(['7 days', '14 days', '10 days']);
    await takeScreenshot(page, 'two-admins-setting', screen);
    await takeTheirs(page, '**/api/admin/settings');
    expect(await field.inputValue()).toBe('14');
    expect(await readSetting(key)).toBe('14');
  });

  it('the second may take the other’s instructor', async () => {
    const added = { name: `Petra ${screen}`, prenatalSuitable: false };
    const { instructor } = await site.admin.expect(
      createdInstructor,
      'POST',
      '/api/admin/instructors',
      added,
    );
    const page = await openDashboard('tab=instructors', screen);
    await click(page, `Edit ${added.name}`);
    await page.getByRole('textbox', { name: `Name of ${added.name}` }).fill('Petra Unsaved');
    const renamed = { ...added, name: `Petra Moor ${screen}` };
    const path = `/api/admin/instructors/${instructor.id}`;
    expect((await site.admin.call('PUT', path, renamed)).status).toBe(200);
    await click(page, 'Save');
    await question(page).waitFor();
    await takeTheirs(page, '**/api/admin/instructors');
    expect(await page.getByRole('textbox', { name: /^Name of/ }).count()).toBe(0);
    expect(await page.getByText(renamed.name, { exact: true }).count()).toBeGreaterThan(0);
    expect(await page.getByText('Petra Unsaved').count()).toBe(0);
  });

  it('the second is asked before a template is applied that is no longer as it was shown', async () => {
    const name = `Week ${screen}`;
    const person = { name: `Nell ${screen}`, prenatalSuitable: false };
    const { instructor } = await site.admin.expect(
      createdInstructor,
      'POST',
      '/api/admin/instructors',
      person,
    );
    const created = z.object({ template: z.object({ id: z.number() }) });
    const { template } = await site.admin.expect(created, 'POST', '/api/admin/weekly-templates', { name });
    const slot = { name: 'beginner', dayOfWeek: 1, instructorId: instructor.id, maxCapacity: 7 };
    const addSlot = async (time: string): Promise<number> => {
      const added = z.object({ templateClass: z.object({ id: z.number() }) });
      const body = { templateId: template.id, ...slot, time };
      const { templateClass } = await site.admin.expect(added, 'POST', '/api/admin/template-classes', body);
      return templateClass.id;
    };
    const first = await addSlot('07:00');
    const page = await openDashboard('tab=templates', screen);
    await page.getByLabel('Template', { exact: true }).selectOption({ label: name });
    const apply = page.getByRole('button', { name: 'Apply: add 1 class', exact: true });
    await apply.waitFor();
    await site.admin.call('PUT', `/api/admin/template-classes/${first}`, { ...slot, time: '08:00' });
    await addSlot('19:00');
    await apply.click();
    await question(page).waitFor();
    const facts = await question(page).locator('dd').allTextContents();
    expect(facts.toSorted()).toEqual(
      [
        `07:00, Beginner, ${person.name}, 7 places`,
        `08:00, Beginner, ${person.name}, 7 places`,
        '–',
        `19:00, Beginner, ${person.name}, 7 places`,
      ].toSorted(),
    );
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'two-admins-template', screen);
    await takeTheirs(page, '**/api/admin/apply-template?*');
    const both = page.getByRole('button', { name: 'Apply: add 2 classes', exact: true });
    await both.waitFor();
    await site.admin.call('PUT', `/api/admin/template-classes/${first}`, { ...slot, time: '09:00' });
    await both.click();
    await click(question(page), 'Apply all the same');
    await waitForToast(page, 'Template applied');
  });
});
