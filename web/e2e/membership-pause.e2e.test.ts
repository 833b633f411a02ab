import { millisecondsInDay } from 'date-fns/constants';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { findViolations } from './axe.fixture.ts';
import { checkPage } from './check-page.fixture.ts';
import { addSubscriber } from './membership.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import {
  holdRequests,
  type Screen,
  tabTo,
  takeScreenshot,
  visit,
  waitForBadge,
  waitForFocus,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const card = (page: Page) => page.getByRole('region', { name: 'Your Membership' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const currentUser = z.object({ user: z.object({ id: z.string() }) });
const membership = z.object({ id: z.number(), nextBillingDate: z.string() });
/** Moves the clock to so long before or after the next charge. */
async function moveToCharge(member: StudioClient, ms: number): Promise<void> {
  const { nextBillingDate } = await member.expect(membership, 'GET', '/api/membership');
  await site.moveClock({ now: new Date(Date.parse(nextBillingDate) + ms).toISOString() });
}
const readPath = async (member: StudioClient) =>
  `/api/membership/${(await member.expect(membership, 'GET', '/api/membership')).id}/pause`;

/** Moves to four days before the charge, when a class of the pause can be booked with a pass that was bought. */
async function addSubscriberWithBooking(name: string): Promise<StudioClient> {
  const member = await addSubscriber(site, name);
  await moveToCharge(member, -4 * millisecondsInDay);
  expect((await member.buy(await site.findPassId('Single Class'))).status).toBe(200);
  await bookClass(member, await site.addClass('10:30', { days: 5 }));
  return member;
}

it.each<Screen>(['desktop', 'phone'])(
  'a member pauses the next month after reading what it means, withdraws and pauses again, on a %s',
  async (screen) => {
    const name = `Petra Pauses ${screen}`;
    const member = await addSubscriberWithBooking(name);
    const page = await visit(site, '/my-membership', { as: member, screen });
    await button(page, 'Pause for a month').click();
    const asked = dialog(page, 'Pause for a month?');
    await asked.getByText(/^Your membership is paused from .* Nothing is charged for this time/).waitFor();
    await asked.getByText(/we take £180\.00, and you get 12 passes\.$/).waitFor();
    await asked.getByText('1 class that you have booked is in the pause, and stays booked.').waitFor();
    await asked.getByRole('heading', { name: 'Booked in that time' }).waitFor();
    await checkPage(page, 'membership-pause-dialog', screen);
    await asked.getByRole('button', { name: 'Go back' }).click();
    await waitForOwnEntry(page);
    // Opened again, it shows no answer of before.
    const release = await holdRequests(page, '**/pause?dryRun=true');
    await button(page, 'Pause for a month').click();
    const confirm = asked.getByRole('button', { name: 'Pause my membership' });
    expect(await confirm.isDisabled()).toBe(true);
    release();
    await confirm.click();
    expect(await waitForToast(page, 'Membership Paused')).toMatch(
      /It rests from \w{3} \d\d, \d{4} to \w{3} \d\d, \d{4}, and comes back by itself\./,
    );
    await page.getByText(/^Paused from \w{3} \d\d, \d{4} to \w{3} \d\d, \d{4}$/).waitFor();
    expect(await button(page, 'Pause for a month').count()).toBe(0);
    await waitForOwnEntry(page);
    await checkPage(page, 'membership-pause-ahead', screen);

    await button(page, 'Withdraw the pause').click();
    expect(await waitForToast(page, 'Pause Withdrawn')).toMatch(/The next payment is on \w{3} \d\d, \d{4}\./);
    await button(page, 'Pause for a month').waitFor();
    expect((await member.call('POST', await readPath(member))).status).toBe(200);

    await site.moveClock({ advance: 'P8D' });
    const paused = await visit(site, '/my-membership', { as: member, screen });
    await card(paused).getByText('Paused', { exact: true }).first().waitFor();
    await waitForBadge(paused, 'Passes 0');
    expect(await button(paused, 'Withdraw the pause').count()).toBe(0);
    await takeScreenshot(paused, 'membership-paused', screen, true);
    expect(await findViolations(paused)).toEqual([]);
    await button(paused, 'Cancel Membership').click();
    await dialog(paused, 'Cancel your membership?')
      .getByText(/^Your membership stays paused until \w{3} \d\d, \d{4}, and then ends\.$/)
      .waitFor();
    await dialog(paused, 'Cancel your membership?').getByRole('button', { name: 'Keep it' }).click();
    await waitForOwnEntry(paused);
    const home = await visit(site, '/membership', { as: member, screen });
    await card(home).getByText('Paused', { exact: true }).first().waitFor();

    await site.moveClock({ advance: 'P31D' });
    await paused.reload();
    await waitForBadge(paused, 'Membership 12');
    await card(paused).getByText('Active').first().waitFor();
  },
);

it('a pause is requested and withdrawn by keyboard alone, and refused too late', async () => {
  const member = await addSubscriber(site, 'Kira Keys');
  const page = await visit(site, '/my-membership', { as: member, expectedStatuses: [409] });
  await tabTo(page, button(page, 'Pause for a month'));
  await page.keyboard.press('Enter');
  const asked = dialog(page, 'Pause for a month?');
  await asked.getByText('You can withdraw the pause until it begins.').waitFor();
  await tabTo(page, asked.getByRole('button', { name: 'Pause my membership' }));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Membership Paused');
  await waitForFocus(page, button(page, 'Withdraw the pause'));
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Pause Withdrawn');
  await waitForFocus(page, button(page, 'Pause for a month'));

  await moveToCharge(member, -1.5 * millisecondsInDay);
  await page.reload();
  await button(page, 'Pause for a month').click();
  await asked.getByText(/A pause is asked for at least 48 hours before the charge, which is on /).waitFor();
  expect(await asked.getByRole('button', { name: 'Pause my membership' }).isDisabled()).toBe(true);
  await checkPage(page, 'membership-pause-refused', 'desktop');
});

it.each<Screen>(['desktop', 'phone'])(
  'staff pause a membership in the list and withdraw that on the person’s page, on a %s',
  async (screen) => {
    const name = `Stella Staff ${screen}`;
    const member = await addSubscriber(site, name);
    const page = await visitAsAdmin(site, '/admin?tab=memberships', screen);
    await page.getByRole('searchbox').fill(name);
    await button(page, `Pause the membership of ${name}`).click();
    const effects = dialog(page, `Pause the membership of ${name}?`);
    await effects.getByText(/^The membership is paused from .* it has no passes\.$/).waitFor();
    await effects.getByText('No class is booked in this time.').waitFor();
    await checkPage(page, 'admin-membership-pause', screen);
    await effects.getByRole('button', { name: 'Pause membership' }).click();
    expect(await waitForToast(page, 'Membership paused')).toContain('and comes back by itself.');
    await page
      .getByText(/^Paused from \w{3} \d\d, \d{4} to \w{3} \d\d, \d{4}$/)
      .first()
      .waitFor();
    await waitForOwnEntry(page);
    await checkPage(page, 'admin-memberships-paused', screen);

    const { user } = await member.expect(currentUser, 'GET', '/api/auth/user');
    const person = await visitAsAdmin(site, `/admin/members/${user.id}`, screen);
    const section = person.getByRole('region', { name: 'Membership', exact: true });
    await section.getByText(/^Paused from /).waitFor();
    await section.scrollIntoViewIfNeeded();
    await checkPage(person, 'admin-person-pause', screen);
    await section.getByRole('button', { name: 'Withdraw pause' }).click();
    await waitForToast(person, 'Pause withdrawn');
    await section.getByRole('button', { name: 'Pause membership' }).waitFor();
  },
);
