import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findViolations } from './axe.fixture.ts';
import { addSubscriber } from './membership.fixture.ts';
import { openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import { type Screen, takeScreenshot, visit, waitForToast, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await addPlan({ name: 'Sixteen a month', pricePence: 22_000, passes: 16, order: 2 });
  const eight = { name: 'Eight in four weeks', pricePence: 11_000, passes: 8, interval: '4_weeks' };
  await addPlan({ ...eight, priority: false, order: 3, description: 'For one class or two a week' });
});
afterAll(() => site?.close());

const openPlans = (screen?: Screen, statuses?: readonly number[]): Promise<Page> =>
  visitAsAdmin(site, '/admin?tab=memberships&view=plans', screen, statuses);
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const click = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();
const created = z.object({ plan: z.object({ id: z.number() }) });
const addPlan = async (body: object): Promise<number> =>
  (await site.admin.expect(created, 'POST', '/api/admin/plans', body)).plan.id;

it('staff create, change and retire a plan, each once its effects are shown', async () => {
  const page = await openPlans('desktop');
  await row(page, 'Monthly Membership').getByText('On sale').waitFor();
  const form = page.getByRole('form', { name: 'Create a plan' });
  await click(form, 'Create plan');
  await form.getByText('Plan name is required').waitFor();
  await form.getByText('Price must be greater than 0').waitFor();
  await form.getByLabel('Name').fill('Harbour Eight');
  await form.getByLabel('Price in pounds').fill('0.29');
  await click(form, 'Create plan');
  await form.getByText(/Cards cannot be charged less than £0.30/).waitFor();
  await form.getByLabel('Price in pounds').fill('110');
  await form.getByLabel('Renews').selectOption('4_weeks');
  await form.getByLabel('Priority booking').uncheck();
  await click(form, 'Create plan');
  await waitForToast(page, 'Plan created');
  await row(page, 'Harbour Eight').getByText('Every four weeks').waitFor();
  await waitUntilSettled(page);
  await takeScreenshot(page, 'admin-plans', 'desktop', true);
  expect(await findViolations(page)).toEqual([]);

  await click(row(page, 'Harbour Eight'), 'Edit Harbour Eight');
  await dialog(page, 'Edit Harbour Eight').getByLabel('Price in pounds').fill('120');
  await click(dialog(page, 'Edit Harbour Eight'), 'Save changes');
  const change = dialog(page, 'Change Harbour Eight?');
  await change.getByText(/The price changes from £110.00 to £120.00/).waitFor();
  await click(change, 'Save changes');
  await waitForToast(page, 'Plan updated');
  await row(page, 'Harbour Eight').getByText('£120.00').waitFor();

  await click(row(page, 'Harbour Eight'), 'Retire Harbour Eight');
  const retire = dialog(page, 'Retire Harbour Eight?');
  await retire.getByText(/It cannot be brought back/).waitFor();
  await takeScreenshot(page, 'admin-plan-retire', 'desktop');
  await click(retire, 'Retire plan');
  await waitForToast(page, 'Plan retired');
  await row(page, 'Harbour Eight').getByText('Retired').waitFor();

  const phone = await openPlans('phone');
  await row(phone, 'Monthly Membership').waitFor();
  await takeScreenshot(phone, 'admin-plans', 'phone', true);
  expect(await findViolations(phone)).toEqual([]);
});

it('staff propose another price to members, who see it, and are refused a short notice', async () => {
  const member = await addSubscriber(site, 'Petra Price');
  const page = await openPlans('desktop', [422]);
  const price = row(page, 'Monthly Membership').getByRole('button', { name: 'Price for members of' });
  await price.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await price.click();
  const form = dialog(page, 'Price of Monthly Membership for its members');
  await form.getByLabel('New price in pounds').fill('200');
  const day = await form.getByLabel('From').inputValue();
  await form.getByLabel('From').fill(await site.dayIn(10));
  await click(form, 'Show the effects');
  await page
    .getByText(/Members need 30 days’ notice of another price/)
    .first()
    .waitFor();
  await click(dialog(page, /for its members\?/), 'Go back');
  await form.getByLabel('From').fill(day);
  await click(form, 'Show the effects');
  const effects = dialog(page, /for its members\?/);
  await effects.getByText('Petra Price').waitFor();
  await takeScreenshot(page, 'admin-plan-price', 'desktop');
  await click(effects, 'Tell members');
  await waitForToast(page, 'Price change sent');
  await site.moveClock({ advance: 'PT2M' });
  const mine = await visit(site, '/my-membership', { as: member });
  await mine.getByText(/costs £200 a month instead of £180/).waitFor();
  await takeScreenshot(mine, 'my-membership-price-change', 'desktop');
});

it('a visitor chooses among the plans on sale', async () => {
  for (const screen of ['desktop', 'phone'] as const) {
    const page = await visit(site, '/membership', { screen });
    const choice = page.getByRole('group', { name: 'Choose your plan' });
    await choice.getByLabel(/Monthly Membership/).waitFor();
    expect(await choice.getByLabel(/Monthly Membership/).isChecked()).toBe(true);
    await choice.getByLabel(/Eight in four weeks/).check();
    const card = page.getByRole('article', { name: 'Eight in four weeks' });
    await card.getByText('8 classes per 4 weeks').waitFor();
    await page.getByText(/£110 every four weeks until you cancel/).waitFor();
    await waitUntilSettled(page);
    await takeScreenshot(page, 'membership-plans', screen, true);
    expect(await findViolations(page)).toEqual([]);
  }
});

it('a member changes to another plan at the renewal or now, and can keep the present one', async () => {
  const member = await addSubscriber(site, 'Cleo Change');
  const page = await visit(site, '/my-membership', { as: member, screen: 'phone' });
  await click(page, 'Change plan');
  const change = dialog(page, 'Change your plan');
  await change.getByLabel(/Eight in four weeks/).check();
  await change.getByText(/£110.00 each four weeks for 8 passes/).waitFor();
  await waitUntilSettled(page);
  await takeScreenshot(page, 'change-plan', 'phone');
  expect(await findViolations(page)).toEqual([]);
  await click(change, 'Change plan');
  await waitForToast(page, 'Plan Changed');
  await page.getByText('You change to Eight in four weeks').waitFor();
  await takeScreenshot(page, 'my-membership-plan-change', 'phone', true);
  await click(page, 'Keep Monthly Membership');
  await waitForToast(page, 'Plan Kept');
  await page.getByText('You change to Eight in four weeks').waitFor({ state: 'detached' });

  await click(page, 'Change plan');
  await change.getByLabel(/Sixteen a month/).check();
  await change.getByLabel('Now, for the difference').check();
  const pay = change.getByRole('button', { name: /^Pay £\d+(\.\d\d)? and change$/ });
  await pay.waitFor();
  await takeScreenshot(page, 'change-plan-now', 'phone');
  await pay.click();
  expect(await waitForToast(page, 'Plan Changed')).toContain('You have Sixteen a month now.');
  await page.getByText('of 16 classes remaining').waitFor();
});
