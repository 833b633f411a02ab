import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { inviteAnswer } from '#services/contract/staff.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { openWithStaffSession } from './staff.fixture.ts';
import { type Screen, takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
let scheduled: TimetableClass;
let booked: TimetableClass;
/** A member is added to it, so another change of it would be asked about. */
let joined: TimetableClass;
beforeAll(async () => {
  site = await openSite();
  [scheduled, booked, joined] = await Promise.all([
    site.addClass('10:00'),
    site.addClass('12:00'),
    site.addClass('14:00'),
  ]);
  const member = await site.addMember('Mia Member', 1);
  await member.call('POST', '/api/bookings', { classId: booked.id });
  await site.admin.call('POST', '/api/admin/instructors', { name: 'Jo Reed', prenatalSuitable: false });
  await site.admin.call('POST', '/api/admin/instructors', { name: 'Sam Tide', prenatalSuitable: false });
  const made = z.object({ template: z.object({ id: z.number() }) });
  const { template } = await site.admin.expect(made, 'POST', '/api/admin/weekly-templates', {
    name: 'Standard week',
    description: '',
  });
  const instructors = z.object({ instructors: z.array(z.object({ id: z.number() })) });
  const answer = await site.admin.expect(instructors, 'GET', '/api/admin/instructors');
  const instructorId = answer.instructors[0]?.id;
  const slot = { name: 'beginner', dayOfWeek: 3, time: '07:00', instructorId, maxCapacity: 7 };
  await site.admin.call('POST', '/api/admin/template-classes', { templateId: template.id, ...slot });
  const invited = { email: 'rowan.reef@example.com', role: 'instructor' };
  await site.admin.expect(inviteAnswer, 'POST', '/api/admin/staff', invited);
});
afterAll(() => site?.close());

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Please sign in again' });
const click = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

async function signIn(page: Page): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill('admin-sandbox');
  await click(question(page), 'Access Dashboard');
}

/**
 * Opens a staff page with a new session of an admin. The returned function ends the session once no read of the page is in flight: it
 * would be the first to be refused.
 */
async function openWithNewSession(path: string, screen: Screen) {
  const admin = await new StudioClient(site.base).staff('admin');
  const page = await visit(site, '/privacy-policy', { screen, expectedStatuses: [401] });
  const inFlight = new Set<Request>();
  page.on('request', (request) => {
    if (/\/api\/(?!events)/.test(request.url())) inFlight.add(request);
  });
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  await openWithStaffSession(page, path, { token: admin.token, role: 'admin' });
  const endSession = async () => {
    await waitUntilSettled(page);
    await waitFor(() => inFlight.size === 0, { what: 'the answers of all reads' });
    expect((await admin.call('DELETE', '/api/staff/session')).status).toBe(200);
  };
  return { page, endSession };
}

interface Form {
  readonly tab: string | (() => string);
  /** Opens the form and types into it; returns the field to look at again. */
  readonly fill: (page: Page) => Promise<Locator>;
  readonly submit: (page: Page) => Promise<void>;
  readonly value: string;
  /** In the toast of a success. */
  readonly done: string;
}

// The sign-in over the page hides it from screen readers.
const form = (page: Page, name: string): Locator =>
  page.getByRole('form', { name, exact: true, includeHidden: true });
const dialog = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name, includeHidden: true });

async function fillIn(field: Locator, text: string): Promise<Locator> {
  await field.fill(text);
  return field;
}

/** What a field shows: the text of a select's option, else its value. */
const readShown = async (field: Locator): Promise<string> =>
  (await field.locator('option:checked').allTextContents())[0] ?? (await field.inputValue());

const forms: Readonly<Record<string, Form>> = {
  'new class': {
    tab: 'schedule',
    value: '9',
    done: 'Class created',
    fill: async (page) => {
      await form(page, 'Add New Class').getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
      return fillIn(form(page, 'Add New Class').getByLabel('Capacity'), '9');
    },
    submit: (page) => form(page, 'Add New Class').getByRole('button', { name: /^Add/ }).click(),
  },
  'changed class': {
    tab: () => `schedule&date=${scheduled.date}`,
    value: '5',
    done: 'Class updated',
    fill: async (page) => {
      // Shown on a phone.
      await click(page, 'More actions for 10:00 Beginner');
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      return fillIn(dialog(page, /^Edit/).getByLabel('Capacity'), '5');
    },
    submit: (page) => click(dialog(page, /^Edit/), 'Save changes'),
  },
  substitute: {
    tab: () => `schedule&date=${scheduled.date}`,
    value: 'Sam Tide',
    done: 'Class updated',
    fill: async (page) => {
      await click(page, 'Substitute for 12:00 Beginner');
      const select = dialog(page, /^Who takes/).getByLabel('Substitute instructor');
      await select.selectOption({ label: 'Sam Tide' });
      await dialog(page, /^Who takes/)
        .getByText('What will happen')
        .waitFor();
      return select;
    },
    submit: (page) => click(dialog(page, /^Who takes/), 'Substitute'),
  },
  'class of a member': {
    tab: 'members',
    value: '14:00',
    done: 'Member added to class successfully',
    fill: async (page) => {
      await page
        .getByRole('row')
        .filter({ hasText: 'Mia Member' })
        .getByRole('button', { name: /^Add to class/ })
        .click();
      const select = dialog(page, /^Add Mia Member/).getByLabel('Class');
      await select.selectOption(String(joined.id));
      return select;
    },
    submit: (page) => click(dialog(page, /^Add Mia Member/), 'Add to class'),
  },
  'new instructor': {
    tab: 'instructors',
    value: 'Kim Vale',
    done: 'Instructor created',
    fill: (page) => fillIn(form(page, 'Add an instructor').getByLabel('Name'), 'Kim Vale'),
    submit: (page) => click(form(page, 'Add an instructor'), 'Add Instructor'),
  },
  'changed instructor': {
    tab: 'instructors',
    value: 'Jo Reedley',
    done: 'Instructor updated',
    fill: async (page) => {
      await click(page, 'Edit Jo Reed');
      return fillIn(page.getByLabel('Name of Jo Reed'), 'Jo Reedley');
    },
    submit: (page) => click(page, 'Save'),
  },
  'passes of a member': {
    tab: 'members',
    value: 'Class cut short',
    done: 'Added 5 passes to member',
    fill: async (page) => {
      await page
        .getByRole('row')
        .filter({ hasText: 'Mia Member' })
        .getByRole('button', { name: /^Passes/ })
        .click();
      return fillIn(dialog(page, /^Passes of/).getByLabel('Reason'), 'Class cut short');
    },
    submit: (page) => click(dialog(page, /^Passes of/), '+5 passes'),
  },
  'new pass': {
    tab: 'passes',
    value: 'Harbour Pass',
    done: 'Class pass created',
    fill: async (page) => {
      // Opens the form where a phone folds it.
      await click(page, 'New pass');
      await form(page, 'Create a pass').getByLabel('Price in pounds').fill('40');
      return fillIn(form(page, 'Create a pass').getByLabel('Name'), 'Harbour Pass');
    },
    submit: (page) => click(form(page, 'Create a pass'), 'Create pass'),
  },
  'changed pass': {
    tab: 'passes',
    value: 'Ten in three months',
    done: 'Class pass updated',
    fill: async (page) => {
      await click(page, 'Edit 10 Class Pass');
      return fillIn(dialog(page, /^Edit/).getByLabel('Description'), 'Ten in three months');
    },
    submit: (page) => click(dialog(page, /^Edit/), 'Save changes'),
  },
  'new plan': {
    tab: 'memberships&view=plans',
    value: 'Eight a month',
    done: 'Plan created',
    fill: async (page) => {
      await form(page, 'Create a plan').getByLabel('Price in pounds').fill('130');
      return fillIn(form(page, 'Create a plan').getByLabel('Name'), 'Eight a month');
    },
    submit: (page) => click(form(page, 'Create a plan'), 'Create plan'),
  },
  'changed plan': {
    tab: 'memberships&view=plans',
    value: 'Twelve classes a month',
    done: 'Plan updated',
    fill: async (page) => {
      await click(page, 'Edit Monthly Membership');
      return fillIn(dialog(page, /^Edit/).getByLabel('Description'), 'Twelve classes a month');
    },
    submit: (page) => click(dialog(page, /^Edit/), 'Save changes'),
  },
  'new template': {
    tab: 'templates',
    value: 'Summer week',
    done: 'Template created',
    fill: async (page) => {
      await click(page, 'New template');
      return fillIn(form(page, 'Create a template').getByLabel('Template name'), 'Summer week');
    },
    submit: (page) => click(form(page, 'Create a template'), 'Create template'),
  },
  'changed template': {
    tab: 'templates',
    value: 'Term time',
    done: 'Template updated',
    fill: async (page) => {
      await click(page, 'Edit Standard week');
      return fillIn(dialog(page, /^Edit/).getByLabel('Description'), 'Term time');
    },
    submit: (page) => click(dialog(page, /^Edit/), 'Save changes'),
  },
  'class of a template': {
    tab: 'templates',
    value: '4',
    done: 'Template class created',
    fill: async (page) => {
      const fields = form(page, 'Add a class to the template');
      // A phone folds the form.
      const fold = page.getByText('Add a class', { exact: true });
      await fold.or(fields).first().waitFor();
      if ((await fold.count()) > 0) await fold.click();
      await fields.getByLabel('Instructor').selectOption({ label: 'Marina Hale' });
      return fillIn(fields.getByLabel('Capacity'), '4');
    },
    submit: (page) => click(form(page, 'Add a class to the template'), 'Add class'),
  },
  'changed class of a template': {
    tab: 'templates',
    value: '3',
    done: 'Template class updated',
    fill: async (page) => {
      await click(page, 'Edit Wednesday, 07:00');
      return fillIn(dialog(page, /^Edit Wednesday/).getByLabel('Capacity'), '3');
    },
    submit: (page) => click(dialog(page, /^Edit Wednesday/), 'Save changes'),
  },
  role: {
    tab: 'staff',
    value: 'Auditor',
    done: 'Role changed',
    fill: async (page) => {
      await click(page, 'Change role of rowan.reef@example.com');
      const select = dialog(page, /^Role of/).getByLabel('Role');
      await select.selectOption('auditor');
      return select;
    },
    submit: (page) => click(dialog(page, /^Role of/), 'Save role'),
  },
  invitation: {
    tab: 'staff',
    value: 'kim.vale@example.com',
    done: 'Invitation sent',
    fill: (page) => fillIn(form(page, 'Invite someone').getByLabel('Email'), 'kim.vale@example.com'),
    submit: (page) => click(form(page, 'Invite someone'), 'Send invitation'),
  },
  setting: {
    tab: 'settings',
    value: '35.50',
    done: 'Setting saved',
    fill: (page) => fillIn(page.getByLabel('Instructor fee per class, Pounds'), '35.50'),
    submit: (page) => click(page, 'Save Instructor fee per class'),
  },
};

it.each(
  Object.entries(forms).map(([name, each], index) => [name, index % 2 ? 'phone' : 'desktop', each] as const),
)(
  'the form of the %s goes on, with what was typed, after the admin has signed in again, on a %s',
  async (name, screen: Screen, { tab, fill, submit, value, done }) => {
    const path = `/admin?tab=${typeof tab === 'string' ? tab : tab()}`;
    const { page, endSession } = await openWithNewSession(path, screen);
    const field = await fill(page);
    await endSession();
    await submit(page);
    await question(page).getByText('What was typed is still here').waitFor();
    expect(await readShown(field)).toContain(value);
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, `ended-staff-session-${name.replaceAll(' ', '-')}`, screen);
    await signIn(page);
    await waitForToast(page, done);
    expect(await question(page).count()).toBe(0);
  },
);

const outbox = z.array(z.object({ to: z.string(), text: z.string(), kind: z.string() }));

/** Invites a named admin, who joins by the link of the email. */
async function addAdmin(name: string, email: string): Promise<void> {
  await site.admin.expect(inviteAnswer, 'POST', '/api/admin/staff', { email, role: 'admin' });
  const token = await waitFor(async () => {
    const mails = outbox.parse(await (await fetch(`${site.base}/sandbox/outbox.json`)).json());
    const mail = mails.find((each) => each.to === email && each.kind === 'staff-invite');
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  });
  const body = { token, name, password: 'seaside-terrace' };
  expect((await new StudioClient(site.base).call('POST', '/api/staff/join', body)).status).toBe(200);
}

it('sends nothing for another person, whose page starts anew', async () => {
  await addAdmin('Ada Lane', 'ada.lane@example.com');
  const { page, endSession } = await openWithNewSession('/admin?tab=instructors', 'desktop');
  const name = form(page, 'Add an instructor').getByLabel('Name');
  await name.fill('Nobody Saved');
  await endSession();
  await click(form(page, 'Add an instructor'), 'Add Instructor');
  await click(question(page), 'Use my own account');
  await question(page).getByLabel('Email').fill('ada.lane@example.com');
  await question(page).getByLabel('Password', { exact: true }).fill('seaside-terrace');
  await click(question(page), 'Sign in');
  const other = dialog(page, 'This is someone else');
  await other.getByText('You signed in as Ada Lane.').waitFor();
  expect(await name.inputValue()).toBe('Nobody Saved');
  await click(other, 'Discard what was typed');
  await waitFor(async () => (await name.inputValue()) === '');
  await page.getByRole('link', { name: 'Ada Lane: my account' }).waitFor();
  const { body } = await site.admin.call('GET', '/api/admin/instructors');
  expect(JSON.stringify(body)).not.toContain('Nobody Saved');
});
