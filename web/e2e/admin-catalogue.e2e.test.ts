import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { endLiveUpdates, failOnce } from './failing-reads.fixture.ts';
import { addSubscriber } from './membership.fixture.ts';
import { openSite, type Site, toEmail } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, takeScreenshot, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** Opens a tab of the dashboard. */
const openTab = (tab: string, screen?: Screen, expectedStatuses?: readonly number[]): Promise<Page> =>
  visitAsAdmin(site, `/admin?tab=${tab}`, screen, expectedStatuses);

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const row = (within: Page | Locator, text: string): Locator =>
  within.getByRole('row').filter({ hasText: text });
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const click = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

/** Exports the panel's table and returns the CSV. */
async function exportCsv(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    click(panel(page, name), 'Export CSV'),
  ]);
  return readFile(await download.path(), 'utf8');
}

describe('Class Passes', () => {
  it('are created, changed and deleted, after a dialog that describes the effect', async () => {
    const page = await openTab('passes', 'desktop', [500]);
    const form = page.getByRole('form', { name: 'Create a pass' });
    await row(panel(page, 'Manage passes'), '5 Class Pass').getByText('Popular').waitFor();
    await click(form, 'Create pass');
    await form.getByText('Pass name is required').waitFor();
    await form.getByText('Price must be greater than 0').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await form.getByLabel('Name').fill('Harbour Pass');
    await form.getByLabel('Classes').fill('12');
    await form.getByLabel('Price in pounds').fill('210.50');
    expect(await form.getByLabel('Valid for').inputValue()).toBe('3');
    expect(await form.getByLabel('Unit').inputValue()).toBe('months');
    await form.getByLabel('Popular').check();
    await takeScreenshot(page, 'admin-passes', 'desktop', true);

    await failOnce(page, '/api/admin/class-passes', 'POST');
    await click(form, 'Create pass');
    expect(await waitForToast(page, 'Error')).toContain('Failed to create class pass');
    await click(form, 'Create pass');
    await waitForToast(page, 'Class pass created');
    await waitFor(async () => (await form.getByLabel('Price in pounds').inputValue()) === '');
    expect(await form.getByLabel('Classes').inputValue()).toBe('1');
    const made = row(panel(page, 'Manage passes'), 'Harbour Pass');
    expect(await made.textContent()).toContain('£210.50');
    expect(await made.textContent()).toContain('3 months');
    expect(await exportCsv(page, 'Manage passes')).toContain(
      'Harbour Pass,12,210.5,3 months,"Active, Popular",0',
    );

    await click(made, 'Edit Harbour Pass');
    const edit = dialog(page, 'Edit Harbour Pass');
    await edit.getByLabel('Price in pounds').fill('199.99');
    await takeScreenshot(page, 'admin-passes-edit', 'desktop');
    await click(edit, 'Save changes');
    const change = dialog(page, 'Change Harbour Pass?');
    await change.getByText('The price changes from £210.50 to £199.99 for who buys from now on.').waitFor();
    await click(change, 'Go back');
    await edit.waitFor();
    expect(await edit.getByLabel('Price in pounds').inputValue()).toBe('199.99');
    await click(edit, 'Save changes');
    await click(change, 'Save changes');
    await waitForToast(page, 'Class pass updated');
    await made.getByText('£199.99').waitFor();

    // A change without new terms needs no confirmation.
    await click(made, 'Edit Harbour Pass');
    await edit.getByLabel('Popular').uncheck();
    await failOnce(page, '/api/admin/class-passes/*', 'PUT');
    await click(edit, 'Save changes');
    expect(await waitForToast(page, 'Error')).toContain('Failed to update class pass');
    await click(edit, 'Save changes');
    await waitForToast(page, 'Class pass updated');
    await made.getByText('Popular').waitFor({ state: 'detached' });

    await click(made, 'Delete Harbour Pass');
    const remove = dialog(page, 'Delete Harbour Pass?');
    await remove.getByText('Harbour Pass leaves the catalogue and can no longer be bought.').waitFor();
    await takeScreenshot(page, 'admin-passes-delete', 'desktop');
    expect(await findViolations(page)).toEqual([]);
    await failOnce(page, '/api/admin/class-passes/*', 'DELETE');
    await click(remove, 'Delete pass');
    expect(await waitForToast(page, 'Error')).toContain('Failed to delete class pass');
    await click(remove, 'Delete pass');
    await waitForToast(page, 'Class pass deleted');
    await made.waitFor({ state: 'detached' });
  });

  it('are up to date when a dialog closes, also when a live update reads them again meanwhile', async () => {
    const name = 'Pier Pass';
    const body = { name, classes: 3, price: 4500, description: '', isActive: true, isPopular: false };
    const validity = { unit: 'months', count: 2 };
    await site.admin.call('POST', '/api/admin/class-passes', { ...body, isSignUpOnly: false, validity });
    const page = await openTab('passes', 'desktop');
    const made = row(panel(page, 'Manage passes'), name);
    await click(made, `Edit ${name}`);
    const edit = dialog(page, `Edit ${name}`);
    await edit.getByLabel('Popular').check();

    // The read of the form's refresh, then the one of the live update, each held until it is continued.
    const reads: Route[] = [];
    await page.route('**/api/admin/class-passes', (route) => void reads.push(route));
    await click(edit, 'Save changes');
    await waitFor(() => reads.length === 2);
    const [ofForm, ofUpdate] = reads;
    const answered = page.waitForResponse('**/api/admin/class-passes');
    await ofForm?.continue();
    await (await answered).finished();
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    expect(await edit.count()).toBe(1);
    await ofUpdate?.continue();
    await edit.waitFor({ state: 'detached' });
    expect(await made.textContent()).toContain('Popular');
  });

  it('show an error when they fail to load, and a message when there are none', async () => {
    const page = await openTab('passes', 'phone', [500]);
    await row(panel(page, 'Manage passes'), '20 Class Pass').waitFor();
    await takeScreenshot(page, 'admin-passes', 'phone', true);
    expect(await findViolations(page)).toEqual([]);
    await endLiveUpdates(page);
    await failOnce(page, '/api/admin/class-passes', 'GET');
    await page.reload();
    expect(await waitForToast(page, 'Error')).toContain('Failed to fetch class passes');
    await page.route('**/api/admin/class-passes', (route) =>
      route.fulfill({ json: { success: true, classPasses: [] } }),
    );
    await click(page, 'Try again');
    await page.getByText('No class passes found').waitFor();
  });
});

describe('Memberships', () => {
  it('are counted and cancelled after a dialog, and sign-ups are closed and opened', async () => {
    const empty = await openTab('memberships');
    await empty.getByText('No active memberships found').waitFor();

    await addSubscriber(site, 'Mina Monthly');
    await addSubscriber(site, 'Noor Monthly');
    const page = await openTab('memberships', 'desktop', [500]);
    const revenue = page.getByRole('definition').filter({ hasText: '£180 each' });
    await revenue.getByText('£360').waitFor();
    const mina = row(page, 'Mina Monthly');
    expect(await mina.textContent()).toContain('12 of 12');
    await takeScreenshot(page, 'admin-memberships', 'desktop', true);
    expect(await findViolations(page)).toEqual([]);

    await click(mina, 'Cancel the membership of Mina Monthly');
    const cancel = dialog(page, 'Cancel the membership of Mina Monthly?');
    await cancel.getByText(/12 passes are left to use until then/).waitFor();
    await cancel.getByText('One email tells the member.').waitFor();
    await takeScreenshot(page, 'admin-membership-cancel', 'desktop');
    await failOnce(page, '/api/admin/memberships/*/cancel', 'POST');
    await click(cancel, 'Cancel membership');
    expect(await waitForToast(page, 'Error')).toContain('Failed to cancel membership');
    await click(cancel, 'Cancel membership');
    expect(await waitForToast(page, 'Membership cancelled')).toMatch(
      /It stays active until \w{3} \d\d, \d{4}\./,
    );
    await mina.getByText('Cancelling').waitFor();
    await revenue.getByText('£180', { exact: true }).waitFor();
    expect(await mina.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    await mina.getByRole('button', { name: 'Keep the membership of Mina Monthly' }).waitFor();
    expect(await exportCsv(page, 'Memberships')).toContain(
      `Mina Monthly,${toEmail('Mina Monthly')},07700 900123,Cancelling,Monthly Membership,180,12,`,
    );

    const signUps = page.getByRole('switch');
    await failOnce(page, '/api/admin/settings', 'POST');
    await signUps.click();
    expect(await waitForToast(page, 'Error')).toContain('Failed to update membership availability');
    await signUps.click();
    await waitForToast(page, 'Membership sign-ups are now closed');
    await page.getByLabel('Sign-ups are closed').click();
    await waitForToast(page, 'Membership sign-ups are now open');

    const phone = await openTab('memberships', 'phone');
    await row(phone, 'Noor Monthly').waitFor();
    await takeScreenshot(phone, 'admin-memberships', 'phone', true);
    expect(await findViolations(phone)).toEqual([]);

    await failOnce(page, '/api/admin/memberships', 'GET');
    await page.reload();
    expect(await waitForToast(page, 'Error')).toContain('Failed to fetch memberships');
  });
});

describe('Settings', () => {
  it('are changed within their range, with a history that names the role', async () => {
    const page = await openTab('settings', 'desktop', [400, 500]);
    const card = page.getByRole('listitem').filter({ hasText: 'Instructor fee per class' });
    const fee = card.getByRole('textbox');
    expect(await fee.inputValue()).toBe('30.00');
    await fee.fill('5000');
    await click(card, 'Save Instructor fee per class');
    await card.getByText('From £0.00 to £1,000.00').nth(1).waitFor();
    await fee.fill('35.50');
    await failOnce(page, '/api/admin/settings', 'POST');
    await click(card, 'Save Instructor fee per class');
    expect(await waitForToast(page, 'Error')).toContain('Failed to save setting');
    await click(card, 'Save Instructor fee per class');
    expect(await waitForToast(page, 'Setting saved')).toContain('Instructor fee per class: £35.50.');

    await click(card, 'History of Instructor fee per class');
    const changed = card.getByRole('row').filter({ hasText: '£35.50' });
    expect(await changed.textContent()).toContain('Admin');
    expect(await changed.textContent()).toContain('£30.00');
    await page.getByText('STUDIO_ADDRESS').waitFor();
    await takeScreenshot(page, 'admin-settings', 'desktop', true);
    expect(await findViolations(page)).toEqual([]);

    const phone = await openTab('settings', 'phone');
    await click(phone, 'History of Priority booking for members');
    await phone.getByRole('row').filter({ hasText: '12 hours' }).waitFor();
    await takeScreenshot(phone, 'admin-settings', 'phone', true);
    expect(await findViolations(phone)).toEqual([]);
  });
});

describe('Refunds', () => {
  const refunds = z.object({ refunds: z.array(z.object({ owed: z.number() })) });

  it('show the refunded amount, the passes still in use, and what to do about them', async () => {
    const page = await openTab('refunds');
    await page.getByText('No refunds or disputes').waitFor();

    const rhea = await site.addMember('Rhea Refunds');
    const { clientSecret } = await rhea.expect(
      z.object({ clientSecret: z.string() }),
      'POST',
      '/api/create-payment-intent',
      { passId: await site.findPassId('5 Class Pass') },
    );
    const payment = await rhea.pay(clientSecret);
    await rhea.call('POST', '/api/complete-payment', { payment_intent_id: payment });
    const { id: classId } = await site.addClass('09:00');
    await rhea.call('POST', '/api/bookings', { classId });
    await fetch(`${site.base}/sandbox/stripe/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({ payment_intent: payment }),
    });
    await waitFor(async () =>
      (await site.admin.expect(refunds, 'GET', '/api/admin/refunds')).refunds.some(({ owed }) => owed === 1),
    );

    await page.reload();
    const sale = row(page, 'Rhea Refunds');
    await sale.getByText('Passes in use').waitFor();
    expect(await sale.textContent()).toContain('4 of 5');
    await takeScreenshot(page, 'admin-refunds', 'desktop');
    expect(await findViolations(page)).toEqual([]);
    expect(await exportCsv(page, 'Refunds and disputes')).toContain(
      'Rhea Refunds,5 Class Pass,110,110,0,4,1,Passes in use',
    );

    await click(sale, 'Details of the 5 Class Pass of Rhea Refunds');
    const details = dialog(page, '5 Class Pass, Rhea Refunds');
    await details.getByText(/^1 pass was paid back but is in use/).waitFor();
    await details.getByText('1 booking stands on these passes').waitFor();
    await takeScreenshot(page, 'admin-refund', 'desktop');
    expect(await findViolations(page)).toEqual([]);
    await details.getByRole('link', { name: 'Open the day' }).click();
    await page.waitForURL(/tab=schedule&date=/);

    const phone = await openTab('refunds', 'phone', [500]);
    await row(phone, 'Rhea Refunds').waitFor();
    await takeScreenshot(phone, 'admin-refunds', 'phone', true);
    expect(await findViolations(phone)).toEqual([]);
    await failOnce(phone, '/api/admin/refunds', 'GET');
    await phone.reload();
    expect(await waitForToast(phone, 'Error')).toContain('Failed to fetch refunds');
    await waitUntilSettled(phone);
  });
});
