import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates } from './failing-reads.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { pressEscape, type Screen, takeScreenshot, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Opens a view of the Members tab. */
const openMembers = (screen: Screen, view = 'list', expectedStatuses?: readonly number[]): Promise<Page> =>
  visitAsAdmin(site, `/admin?tab=members&view=${view}`, screen, expectedStatuses);

const memberList = z.object({ members: z.array(z.object({ id: z.string(), name: z.string() })) });
const findId = async (name: string): Promise<string> => {
  const all = await site.admin.expect(memberList, 'GET', '/api/admin/members');
  return all.members.find((member) => member.name === name)?.id ?? '';
};

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const action = (page: Page, name: string, label: string) =>
  row(page, name).getByRole('button', { name: new RegExp(`^${label}`) });
const dialog = (page: Page) => page.getByRole('dialog');
/** Presses an entry of the menu at the end of a member's row. */
const choose = async (page: Page, name: string, entry: string): Promise<void> => {
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** Opens the dialog that deletes a member, on the member's page. */
const startDeleting = async (page: Page, name: string): Promise<void> => {
  await row(page, name).getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Delete member' }).click();
};
/** The names of one test's members, in the order of the table. */
const readNames = async (page: Page) =>
  (await page.getByRole('table', { name: 'Members' }).getByRole('row').allTextContents()).flatMap(
    (text) => /Ann Shore|Bea Harbour|Cat Pier/.exec(text) ?? [],
  );

it('shows a message without members or bookings, and an error when they fail to load', async () => {
  const page = await openMembers('desktop', 'list', [500]);
  // Other tests of this file may have added members before.
  await page.route('**/api/admin/members', (route) =>
    route.fulfill({ json: { success: true, members: [] } }),
  );
  await page.route('**/api/admin/recent-bookings', (route) =>
    route.fulfill({ json: { success: true, bookings: [] } }),
  );
  await page.reload();
  await page.getByText('No members registered yet').waitFor();
  for (const button of ['Send prelaunch emails', 'Add existing members', 'Add non-booking members'])
    expect(await page.getByRole('button', { name: button }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Recent Bookings' }).click();
  await page.getByText('No bookings yet').waitFor();

  await endLiveUpdates(page);
  const lists = '**/api/admin/{members,recent-bookings}';
  await page.route(lists, (route) => route.fulfill({ status: 500, body: 'out of order' }));
  await page.reload();
  expect(await waitForToast(page, 'Error')).toContain('Failed to fetch recent bookings');
  await page.getByRole('link', { name: 'Member List' }).click();
  await page.getByText('The members could not be loaded').waitFor();
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No members registered yet').waitFor();
});

it('lists, searches, sorts and exports the members', async () => {
  await site.addMember('Ann Shore', 1);
  await site.addMember('Bea Harbour', 0);
  await site.addMember('Cat Pier', 1);
  const page = await openMembers('desktop');
  await row(page, 'Cat Pier').waitFor();
  expect(await readNames(page)).toEqual(['Cat Pier', 'Bea Harbour', 'Ann Shore']);
  expect(await row(page, 'Ann Shore').textContent()).toContain('Never attended');
  expect(await action(page, 'Bea Harbour', 'Add to class').isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-members', 'desktop', true);

  const search = page.getByRole('searchbox', { name: 'Search members' });
  for (const wanted of ['bEa', 'HARBOUR@EXAMPLE'.replace('HARBOUR', 'BEA.HARBOUR')]) {
    await search.fill(wanted);
    await waitFor(async () => (await readNames(page)).join() === 'Bea Harbour');
  }
  for (const anyone of ['07700 900', '07700900123', '+44 7700 900123', '(07700) 900-123']) {
    await search.fill('nobody');
    await page.getByText('No members found matching the search').waitFor();
    await search.fill(anyone);
    await waitFor(async () => (await readNames(page)).length === 3);
  }
  for (const spelling of ['HÁRBOUR bea', 'beaharbour', 'bea 900123']) {
    await search.fill(spelling);
    await waitFor(async () => (await readNames(page)).join() === 'Bea Harbour');
  }
  await search.fill('nobody');
  await page.getByText('No members found matching the search').waitFor();
  await search.fill('');
  await page.getByRole('button', { name: 'Name' }).click();
  await waitFor(async () => (await readNames(page)).join() === 'Ann Shore,Bea Harbour,Cat Pier');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n').find((line) => /Ann Shore|Bea Harbour|Cat Pier/.test(line))).toMatch(
    /^Ann Shore,ann\.shore@example\.com,07700 900123,5,0,,\d{4}-\d\d-\d\d$/,
  );
});

it('adds and removes passes of a member, books a class for the member and deletes the member', async () => {
  const soon = await site.addClass('09:00');
  await site.addClass('10:00', { maxCapacity: 1 });
  await site.addMember('Bea Bay');
  const page = await openMembers('desktop');
  await action(page, 'Bea Bay', 'Passes').click();
  const removeOne = dialog(page).getByRole('button', { name: '−1 pass' });
  expect(await removeOne.isDisabled()).toBe(true);
  await dialog(page).getByRole('button', { name: '+5 passes' }).click();
  await dialog(page).getByText('Please say why, in a few words').waitFor();
  await dialog(page).getByLabel('Reason').fill('Class cut short');
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-members-passes', 'desktop');
  await dialog(page).getByRole('button', { name: '+5 passes' }).dblclick();
  await waitForToast(page, 'Added 5 passes to member');
  await dialog(page).waitFor({ state: 'detached' });
  await row(page, 'Bea Bay').getByRole('cell', { name: '5', exact: true }).waitFor();

  await action(page, 'Bea Bay', 'Passes').click();
  await dialog(page).getByLabel('How many').fill('6');
  expect(await dialog(page).getByRole('button', { name: 'Remove passes' }).isDisabled()).toBe(true);
  await dialog(page).getByLabel('How many').fill('0');
  await dialog(page).getByText('Enter a whole number from 1 to 100').waitFor();
  await dialog(page).getByLabel('How many').fill('3');
  await dialog(page).getByLabel('Reason').fill('Two were enough');
  await dialog(page).getByRole('button', { name: 'Remove passes' }).click();
  await dialog(page).getByText('Bea Bay then has 2 passes. No email is sent.').waitFor();
  await takeScreenshot(page, 'admin-members-remove', 'desktop');
  await dialog(page).getByRole('button', { name: 'Remove 3 passes' }).click();
  await waitForToast(page, 'Removed 3 passes from member');

  // Adding to a class.
  await row(page, 'Bea Bay').getByRole('cell', { name: '2', exact: true }).waitFor();
  await action(page, 'Bea Bay', 'Add to class').click();
  await dialog(page).getByRole('button', { name: 'Add to class' }).click();
  await dialog(page).getByText('Please choose a class').waitFor();
  await takeScreenshot(page, 'admin-members-add', 'desktop');
  await dialog(page).getByLabel('Class').selectOption(String(soon.id));
  await dialog(page).getByRole('button', { name: 'Add to class' }).click();
  await waitForToast(page, 'Member added to class successfully');

  // Bookings and purchases.
  await choose(page, 'Bea Bay', 'Bookings');
  await dialog(page).getByRole('cell', { name: 'Beginner, Marina Hale' }).waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-members-bookings', 'desktop');
  await page.keyboard.press('Escape');
  await choose(page, 'Bea Bay', 'Purchases');
  await dialog(page).getByText('Two were enough').waitFor();
  await dialog(page).getByText('1 of 5').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-members-purchases', 'desktop');
  await page.keyboard.press('Escape');

  // Deleting, after a dialog that names the consequences.
  await startDeleting(page, 'Bea Bay');
  await dialog(page).getByText('1 booking to come is cancelled').waitFor();
  await dialog(page)
    .getByText(/2 unused passes are lost/)
    .waitFor();
  await takeScreenshot(page, 'admin-members-delete', 'desktop');
  await dialog(page).getByRole('button', { name: 'Delete member' }).click();
  await waitForToast(page, 'Member deleted');
  await row(page, 'Bea Bay').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Recent Bookings' }).click();
  await row(page, '09:00').getByRole('cell', { name: 'Former member' }).waitFor();
});

it('shows the server’s message when an action is refused', async () => {
  await site.addClass('11:00');
  await site.addMember('Dan Quay', 1);
  const page = await openMembers('desktop', 'list', [409, 500]);
  await action(page, 'Dan Quay', 'Passes').click();
  await dialog(page).getByLabel('Reason').fill('Given back');
  // Another admin removes passes while the dialog is open.
  await dialog(page).getByRole('button', { name: '−5 passes' }).click();
  await dialog(page).getByText('then has 0 passes').waitFor();
  const id = await findId('Dan Quay');
  await site.admin.call('POST', `/api/admin/members/${id}/remove-passes`, { passes: 4 });
  await dialog(page).getByRole('button', { name: 'Remove 5 passes' }).click();
  expect(await waitForToast(page, 'Error')).toContain('This member has 1 pass. Remove 1 or fewer.');
  await dialog(page).getByText('Dan Quay can use 1 pass.').waitFor();

  const expectFailure = async (path: string, text: string, act: () => Promise<void>, error?: string) => {
    const body = { success: false, error, code: 'INTERNAL', requestId: 'a-request' };
    await page.route(path, (route) =>
      route.request().url().includes('dryRun')
        ? route.fallback()
        : route.fulfill({ status: 500, body: error === undefined ? 'out of order' : JSON.stringify(body) }),
    );
    await act();
    await page.locator('[data-sonner-toast][data-front=true]').filter({ hasText: text }).waitFor();
    await page.unroute(path);
    const discard = page.getByRole('button', { name: 'Discard', exact: true });
    while ((await dialog(page).count()) > 0) {
      if ((await discard.count()) > 0) await discard.click();
      else await page.keyboard.press('Escape');
    }
  };
  await expectFailure('**/add-passes', 'Failed to add passes', async () => {
    await dialog(page).getByLabel('Reason').fill('Given back');
    await dialog(page).getByRole('button', { name: '+1 pass' }).click();
  });
  await expectFailure('**/member-bookings/*', 'Failed to fetch member bookings', () =>
    choose(page, 'Dan Quay', 'Bookings'),
  );
  await expectFailure('**/member-passes/*', 'Failed to fetch member passes', () =>
    choose(page, 'Dan Quay', 'Purchases'),
  );
  await expectFailure('**/admin/classes?*', 'Failed to fetch classes', () =>
    action(page, 'Dan Quay', 'Add to class').click(),
  );
  const addToClass = async () => {
    await action(page, 'Dan Quay', 'Add to class').click();
    await dialog(page).getByLabel('Class').selectOption({ index: 1 });
    await dialog(page).getByRole('button', { name: 'Add to class' }).click();
  };
  await expectFailure('**/add-member-to-class', 'The class is gone.', addToClass, 'The class is gone.');
  const campaign = (button: string, confirm: string) => async () => {
    await page.getByRole('button', { name: button }).click();
    await dialog(page).getByRole('button', { name: confirm }).click();
  };
  await expectFailure(
    '**/send-prelaunch-emails**',
    'The post is closed.',
    campaign('Send prelaunch emails', 'Send emails'),
    'The post is closed.',
  );
  await expectFailure(
    '**/brevo/add-existing-members**',
    'Failed to add members to the mailing list. Please try again.',
    campaign('Add existing members', 'Add to list 13'),
  );
  // Only the deletion fails, not its dry run.
  await row(page, 'Dan Quay').getByRole('link', { name: 'Dan Quay' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dan Quay' }).waitFor();
  await page.route(`**/members/${id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, body: 'out of order' })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Delete member' }).click();
  await dialog(page).getByRole('button', { name: 'Delete member' }).click();
  // By its text, because the error before may still be shown.
  await waitForToast(page, 'Failed to delete member');
});

it('sends campaign emails and fills the mailing lists, and shows how many members each reached', async () => {
  // A list without members would show that instead.
  await bookClass(await site.addMember('Eva Slip', 1), await site.addClass('19:00'));
  const page = await openMembers('desktop');
  await row(page, 'Eva Slip').waitFor();
  const run = async (button: string, confirm: string) => {
    await page.getByRole('button', { name: button }).click();
    await dialog(page).getByRole('button', { name: confirm }).click();
  };
  await page.getByRole('button', { name: 'Send prelaunch emails' }).click();
  await dialog(page)
    .getByText(/^\d members? (is|are) sent one email/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Send emails' }).click();
  expect(await waitForToast(page, 'Emails Sent Successfully')).toMatch(/\d of \d members? \(100%\)/);
  await run('Add existing members', 'Add to list 13');
  await waitForToast(page, 'to the mailing list');
  await run('Add non-booking members', 'Add to list 14');
  await page
    .getByText(/^Last on /)
    .nth(2)
    .waitFor();
  await takeScreenshot(page, 'admin-members-campaigns', 'desktop', true);
});

it('shows that a mailing list is empty', async () => {
  const page = await openMembers('desktop');
  await page.getByRole('button', { name: 'Add non-booking members' }).waitFor();
  const details = {
    id: 9_000,
    kind: 'members-without-bookings',
    askedAt: new Date().toISOString(),
    isFinished: true,
    success: 0,
    successCount: 0,
    totalMembers: 0,
    successRate: '100%',
    leftOut: 2,
    failed: 0,
    waiting: 0,
  };
  // The list of campaigns stays as it is, as where the same campaign was asked for before.
  await page.route('**/brevo/add-non-booking-members', (route) =>
    route.fulfill({ json: { success: true, details } }),
  );
  await page.getByRole('button', { name: 'Add non-booking members' }).click();
  await dialog(page).getByRole('button', { name: 'Add to list 14' }).click();
  expect(await waitForToast(page, 'Nobody to reach')).toContain('2 left out');
});

/** Adds a member with a booking and deletes the member. */
async function addFormerMember(): Promise<void> {
  await bookClass(await site.addMember('Gus Gone', 1), await site.addClass('12:00'));
  const { status } = await site.admin.call('DELETE', `/api/admin/members/${await findId('Gus Gone')}`);
  expect(status).toBe(200);
}

it('fits a phone and has no accessibility violations there', async () => {
  await site.addMember('Fay Moor', 1);
  await addFormerMember();
  const page = await openMembers('phone');
  await row(page, 'Fay Moor').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-members', 'phone', true);
  await action(page, 'Fay Moor', 'Passes').click();
  await dialog(page).getByLabel('Reason').waitFor();
  await takeScreenshot(page, 'admin-members-passes', 'phone');
  await pressEscape(dialog(page));
  await choose(page, 'Fay Moor', 'Purchases');
  await dialog(page).getByText('5 of 5').waitFor();
  await takeScreenshot(page, 'admin-members-purchases', 'phone');
  await pressEscape(dialog(page));
  await page.getByRole('link', { name: 'Recent Bookings' }).click();
  await row(page, '12:00').getByRole('cell', { name: 'Former member' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-recent-bookings', 'phone', true);
});
