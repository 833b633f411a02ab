import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { picture, type Screen, settled, toast } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Opens the Members tab. */
const members = (screen: Screen, view = 'list', refusals?: readonly number[]): Promise<Page> =>
  visitAsAdmin(site, `/admin?tab=members&view=${view}`, screen, refusals);

const listed = z.object({ members: z.array(z.object({ id: z.string(), name: z.string() })) });
const idOf = async (name: string): Promise<string> => {
  const all = await site.admin.expect(listed, 'GET', '/api/admin/members');
  return all.members.find((member) => member.name === name)?.id ?? '';
};

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const action = (page: Page, name: string, label: string) =>
  row(page, name).getByRole('button', { name: new RegExp(`^${label}`) });
const dialog = (page: Page) => page.getByRole('dialog');
const names = async (page: Page) =>
  (await page.getByRole('table', { name: 'Members' }).getByRole('row').allTextContents())
    .slice(1)
    .map((text) => /Ann Shore|Bea Harbour|Cat Pier/.exec(text)?.[0]);

it('says when there is nobody yet, and when the list does not come', async () => {
  const page = await members('desktop', 'list', [500]);
  await page.getByText('No members registered yet').waitFor();
  for (const button of ['Send prelaunch emails', 'Add existing members', 'Add non-booking members'])
    expect(await page.getByRole('button', { name: button }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Recent Bookings' }).click();
  await page.getByText('No bookings yet').waitFor();

  await page.route('**/api/admin/{members,recent-bookings}', (route) =>
    route.fulfill({ status: 500, body: 'out of order' }),
  );
  await page.reload();
  expect(await toast(page, 'Error')).toContain('Failed to fetch recent bookings');
  await page.getByRole('link', { name: 'Member List' }).click();
  await page.getByText('The members could not be loaded').waitFor();
  await page.unroute('**/api/admin/{members,recent-bookings}');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No members registered yet').waitFor();
});

it('finds members, gives and takes passes, books for them and deletes them', async () => {
  const soon = await site.addClass('09:00');
  await site.addClass('10:00', { maxCapacity: 1 });
  await site.addMember('Ann Shore', 1);
  await site.addMember('Bea Harbour', 0);
  await site.addMember('Cat Pier', 1);
  const page = await members('desktop');
  await row(page, 'Cat Pier').waitFor();
  expect(await names(page)).toEqual(['Cat Pier', 'Bea Harbour', 'Ann Shore']);
  expect(await row(page, 'Ann Shore').textContent()).toContain('Never attended');
  expect(await action(page, 'Bea Harbour', 'Add to class').isDisabled()).toBe(true);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-members', 'desktop', true);

  const search = page.getByRole('searchbox', { name: 'Search members' });
  for (const wanted of ['bEa', 'HARBOUR@EXAMPLE'.replace('HARBOUR', 'BEA.HARBOUR')]) {
    await search.fill(wanted);
    await waitFor(async () => (await names(page)).join() === 'Bea Harbour');
  }
  await search.fill('07700 900');
  await waitFor(async () => (await names(page)).length === 3);
  await search.fill('nobody');
  await page.getByText('No members found matching the search').waitFor();
  await search.fill('');
  await page.getByRole('button', { name: 'Name' }).click();
  await waitFor(async () => (await names(page)).join() === 'Ann Shore,Bea Harbour,Cat Pier');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')[1]).toMatch(
    /^Ann Shore,ann\.shore@example\.com,07700 900123,5,0,,\d{4}-\d\d-\d\d$/,
  );

  // Passes by hand.
  await action(page, 'Bea Harbour', 'Passes').click();
  const removeOne = dialog(page).getByRole('button', { name: '−1 pass' });
  expect(await removeOne.isDisabled()).toBe(true);
  await dialog(page).getByRole('button', { name: '+5 passes' }).click();
  await dialog(page).getByText('Please say why, in a few words').waitFor();
  await dialog(page).getByLabel('Reason').fill('Class cut short');
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-members-passes', 'desktop');
  await dialog(page).getByRole('button', { name: '+5 passes' }).dblclick();
  await toast(page, 'Added 5 passes to member');
  await dialog(page).waitFor({ state: 'detached' });
  await row(page, 'Bea Harbour').getByRole('cell', { name: '5', exact: true }).waitFor();

  await action(page, 'Bea Harbour', 'Passes').click();
  await dialog(page).getByLabel('How many').fill('6');
  expect(await dialog(page).getByRole('button', { name: 'Remove passes' }).isDisabled()).toBe(true);
  await dialog(page).getByLabel('How many').fill('0');
  await dialog(page).getByText('Enter a whole number from 1 to 100').waitFor();
  await dialog(page).getByLabel('How many').fill('3');
  await dialog(page).getByLabel('Reason').fill('Two were enough');
  await dialog(page).getByRole('button', { name: 'Remove passes' }).click();
  await dialog(page).getByText('Bea Harbour then has 2 passes. No email is sent.').waitFor();
  await picture(page, 'admin-members-remove', 'desktop');
  await dialog(page).getByRole('button', { name: 'Remove 3 passes' }).click();
  await toast(page, 'Removed 3 passes from member');

  // Into a class.
  await row(page, 'Bea Harbour').getByRole('cell', { name: '2', exact: true }).waitFor();
  await action(page, 'Bea Harbour', 'Add to class').click();
  await dialog(page).getByRole('button', { name: 'Add to class' }).click();
  await dialog(page).getByText('Please choose a class').waitFor();
  await picture(page, 'admin-members-add', 'desktop');
  await dialog(page).getByLabel('Class').selectOption(String(soon.id));
  await dialog(page).getByRole('button', { name: 'Add to class' }).click();
  await toast(page, 'Member added to class successfully');

  // What they booked and bought.
  await action(page, 'Bea Harbour', 'Bookings').click();
  await dialog(page).getByRole('cell', { name: 'Beginner, Marina Hale' }).waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-members-bookings', 'desktop');
  await page.keyboard.press('Escape');
  await action(page, 'Bea Harbour', 'Purchases').click();
  await dialog(page).getByText('Two were enough').waitFor();
  await dialog(page).getByText('1 of 5').waitFor();
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-members-purchases', 'desktop');
  await page.keyboard.press('Escape');

  // Gone, with what follows told first.
  await action(page, 'Bea Harbour', 'Delete').click();
  await dialog(page).getByText('1 booking to come is cancelled').waitFor();
  await dialog(page)
    .getByText(/2 unused passes are lost/)
    .waitFor();
  await picture(page, 'admin-members-delete', 'desktop');
  await dialog(page).getByRole('button', { name: 'Delete member' }).click();
  await toast(page, 'Member deleted');
  await row(page, 'Bea Harbour').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Recent Bookings' }).click();
  await page.getByRole('cell', { name: 'Former member' }).waitFor();
});

it('shows what the server said when it said no', async () => {
  const page = await members('desktop', 'list', [409, 500]);
  await action(page, 'Ann Shore', 'Passes').click();
  await dialog(page).getByLabel('Reason').fill('Given back');
  // Meanwhile someone else takes them all.
  await dialog(page).getByRole('button', { name: '−5 passes' }).click();
  await dialog(page).getByText('then has 0 passes').waitFor();
  const id = await idOf('Ann Shore');
  await site.admin.call('POST', `/api/admin/members/${id}/remove-passes`, { passes: 4 });
  await dialog(page).getByRole('button', { name: 'Remove 5 passes' }).click();
  expect(await toast(page, 'Error')).toContain('This member has 1 pass. Remove 1 or fewer.');
  await dialog(page).getByText('Ann Shore can use 1 pass.').waitFor();

  const fails = async (path: string, text: string, act: () => Promise<void>, said?: string) => {
    const body = { success: false, error: said, code: 'INTERNAL', requestId: 'a-request' };
    await page.route(path, (route) =>
      route.request().url().includes('dryRun')
        ? route.fallback()
        : route.fulfill({ status: 500, body: said === undefined ? 'out of order' : JSON.stringify(body) }),
    );
    await act();
    await page.locator('[data-sonner-toast][data-front=true]').filter({ hasText: text }).waitFor();
    await page.unroute(path);
    while ((await dialog(page).count()) > 0) await page.keyboard.press('Escape');
  };
  await fails('**/add-passes', 'Failed to add passes', async () => {
    await dialog(page).getByLabel('Reason').fill('Given back');
    await dialog(page).getByRole('button', { name: '+1 pass' }).click();
  });
  await fails('**/member-bookings/*', 'Failed to fetch member bookings', () =>
    action(page, 'Ann Shore', 'Bookings').click(),
  );
  await fails('**/member-passes/*', 'Failed to fetch member passes', () =>
    action(page, 'Ann Shore', 'Purchases').click(),
  );
  await fails('**/admin/classes?*', 'Failed to fetch classes', () =>
    action(page, 'Ann Shore', 'Add to class').click(),
  );
  const addToClass = async () => {
    await action(page, 'Ann Shore', 'Add to class').click();
    await dialog(page).getByLabel('Class').selectOption({ index: 1 });
    await dialog(page).getByRole('button', { name: 'Add to class' }).click();
  };
  await fails('**/add-member-to-class', 'The class is gone.', addToClass, 'The class is gone.');
  // The dry run is answered, the deletion itself is not.
  await fails(`**/members/${id}**`, 'Failed to delete member', async () => {
    await action(page, 'Ann Shore', 'Delete').click();
    await dialog(page).getByRole('button', { name: 'Delete member' }).click();
  });
  const campaign = (button: string, confirm: string) => async () => {
    await page.getByRole('button', { name: button }).click();
    await dialog(page).getByRole('button', { name: confirm }).click();
  };
  await fails(
    '**/send-prelaunch-emails**',
    'The post is closed.',
    campaign('Send prelaunch emails', 'Send emails'),
    'The post is closed.',
  );
  await fails(
    '**/brevo/add-existing-members**',
    'Failed to add members to the mailing list. Please try again.',
    campaign('Add existing members', 'Add to list 13'),
  );
});

it('writes to all who agreed, and fills the mailing lists, with counts', async () => {
  const page = await members('desktop');
  await row(page, 'Cat Pier').waitFor();
  const run = async (button: string, confirm: string) => {
    await page.getByRole('button', { name: button }).click();
    await dialog(page).getByRole('button', { name: confirm }).click();
  };
  await page.getByRole('button', { name: 'Send prelaunch emails' }).click();
  await dialog(page)
    .getByText(/^\d members? (is|are) sent one email/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Send emails' }).click();
  expect(await toast(page, 'Emails Sent Successfully')).toMatch(/\d of \d members? \(100%\)/);
  await run('Add existing members', 'Add to list 13');
  await toast(page, 'to the mailing list');
  await run('Add non-booking members', 'Add to list 14');
  await page
    .getByText(/^Last on /)
    .nth(2)
    .waitFor();
  await picture(page, 'admin-members-campaigns', 'desktop', true);
});

it('works on a phone', async () => {
  const page = await members('phone');
  await row(page, 'Cat Pier').waitFor();
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-members', 'phone', true);
  await action(page, 'Cat Pier', 'Passes').click();
  await dialog(page).getByLabel('Reason').waitFor();
  await picture(page, 'admin-members-passes', 'phone');
  await page.keyboard.press('Escape');
  await action(page, 'Cat Pier', 'Purchases').click();
  await dialog(page).getByText('5 of 5').waitFor();
  await picture(page, 'admin-members-purchases', 'phone');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Recent Bookings' }).click();
  await page.getByRole('cell', { name: 'Former member' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await picture(page, 'admin-recent-bookings', 'phone', true);
});
