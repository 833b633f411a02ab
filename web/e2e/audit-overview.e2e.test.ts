import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { damageWallet } from '#tools/testing/studio-damage.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { type Screen, takeScreenshot, visit, waitUntilSettled } from './visit.fixture.ts';

const currentUser = z.object({ user: z.object({ id: z.string() }) });
const overview = z.object({ unusual: z.object({ latest: z.array(z.unknown()) }) });

/** Ida Tern bought five passes and was given three; one is used, one comes back with a cancellation, one is forfeited, one is taken. */
async function addHistory(site: Site): Promise<string> {
  const ida = await site.addMember('Ida Tern', 1);
  const memberId = (await ida.expect(currentUser, 'GET', '/api/auth/user')).user.id;
  const [used, cancelled, late] = await Promise.all([
    site.addClass('09:30', { days: 3 }),
    site.addClass('11:00', { days: 3 }),
    site.addClass('12:30', { days: 2 }),
  ]);
  await bookClass(ida, used);
  await ida.call('POST', '/api/cancel-booking', { bookingId: await bookClass(ida, cancelled) });
  const lateBooking = await bookClass(ida, late);
  await site.moveClock({ now: `${await site.dayIn(2)}T08:00:00.000Z` });
  const lost = await ida.call('POST', '/api/cancel-booking', { bookingId: lateBooking });
  expect(lost.status).toBe(200);
  const adjust = (what: string, passes: number) =>
    site.admin.call('POST', `/api/admin/members/${memberId}/${what}-passes`, { passes, reason: 'A trial' });
  expect((await adjust('add', 3)).status).toBe(200);
  expect((await adjust('remove', 1)).status).toBe(200);
  const setting = { key: 'priority_booking_hours', value: '10' };
  expect((await site.admin.call('POST', '/api/admin/settings', setting)).status).toBe(200);
  await waitFor(async () => {
    const { unusual } = await site.admin.expect(overview, 'GET', '/api/audit/overview');
    return unusual.latest.length === 3;
  });
  return memberId;
}

async function openDesk(site: Site, screen: Screen): Promise<Page> {
  const page = await visit(site, '/audit', { screen });
  await page.getByLabel('Password', { exact: true }).fill('auditor-sandbox');
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByRole('heading', { name: 'Every pass is in one place' }).waitFor();
  await waitUntilSettled(page);
  return page;
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

describe('the overview of a store in order', () => {
  let site: Site;
  let memberId: string;
  beforeAll(async () => {
    site = await openSite();
    memberId = await addHistory(site);
  });
  afterAll(() => site?.close());

  it.each<Screen>(['desktop', 'phone'])('opens on the books, on a %s', async (screen) => {
    const page = await openDesk(site, screen);
    const terms = page.getByRole('list', { name: 'Granted is the sum of the six places' });
    expect((await terms.getByRole('listitem').allTextContents()).join(' ')).toBe(
      '8 granted =5 available +0 held +1 used +1 forfeited +0 expired +1 revoked',
    );
    await page.getByText('The sum holds').waitFor();
    const money = region(page, 'Money received against lots granted');
    await money.getByText('Every paid lot is paid for').waitFor();
    await money.getByText('£110.00 kept').waitFor();
    await region(page, 'Liability today').getByText('3 passes of 1 lot').waitFor();
    await page.locator('.recharts-bar-rectangle').first().waitFor();
    await page.getByLabel('Find a member, class or payment').waitFor();
    await page
      .getByText('The rulebook has version 2. Priority booking for members: 12 hours, now 10 hours.')
      .waitFor();
    expect(await page.getByText('Ida').count()).toBe(0);
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'audit-overview', screen, true);

    // A figure opens its events, which link to the history of their member.
    await terms.getByRole('link', { name: '1 used' }).click();
    await page.getByText('5 events that add up to 1 pass').waitFor();
    const events = page.getByRole('table', { name: 'Passes used' });
    await events.getByText('The pass of booking').first().waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'audit-figure', screen, true);
    // Each id leads to the history that shows it.
    await events
      .getByRole('link', { name: /^Lot lot-/ })
      .first()
      .waitFor();
    await events
      .getByRole('link', { name: /^wallet-.+@\d+$/ })
      .first()
      .waitFor();
    await events
      .getByRole('link', { name: /^Booking \d+$/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /^Class \d+$/ }).waitFor();
    expect(page.url()).toMatch(/class=\d+&at=\d+/);
    await page.goBack();
    await events.waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Given or taken by staff: 2' }).click();
    await page
      .getByRole('link', { name: `Member ${memberId}` })
      .first()
      .click();
    await page.getByText('In balance', { exact: true }).waitFor();
    expect(page.url()).toMatch(/at=\d+/);

    // Its history was opened, which is a reading of this week.
    await page.goto('/audit');
    await region(page, 'Who looked at personal data this week')
      .getByRole('link', { name: '1 of identities by auditor (by the shared password)' })
      .click();
    await page.getByRole('table', { name: /^Readings of personal data in the week of/ }).waitFor();
    await page.getByText('The member’s name and address were shown at the auditor’s desk.').waitFor();
  });

  it('shows the last verification with its seal, after the page is opened again', async () => {
    const page = await openDesk(site, 'phone');
    await page.getByRole('link', { name: 'Check the store' }).first().click();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Everything adds up').waitFor();
    await page
      .getByRole('navigation', { name: 'Auditor’s desk' })
      .getByRole('link', { name: 'Overview' })
      .click();
    const last = region(page, 'The last check of the whole store');
    await last.getByText('Everything added up').waitFor();
    await last.getByText('As it was signed').waitFor();
    await last.getByText('Asked for at this desk, by auditor (by the shared password)').waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await last.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'audit-overview-verified', 'phone', true);
  });
});

it('shows the exceptions that the last verification found', async () => {
  const site = await openSite();
  onTestFinished(() => site.close());
  const memberId = await addHistory(site);
  await damageWallet(site.dataDir, memberId);
  const auditor = await new StudioClient(site.base).staff('auditor');
  await verifyStore(auditor);
  const page = await openDesk(site, 'desktop');
  const last = region(page, 'The last check of the whole store');
  await last.getByText(/^\d+ exceptions? in the events/).waitFor();
  await last.getByText(/ILLEGAL_MOVE/).waitFor();
  await last.getByText('As it was signed').waitFor();
  await region(page, 'Every pass is in one place').getByText('Not in balance').waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'audit-overview-damaged', 'desktop', true);
  await last
    .getByRole('link', { name: `Member ${memberId}` })
    .first()
    .click();
  await page.getByText(/^Not in balance: \d+ exception/).waitFor();
});
