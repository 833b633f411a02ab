import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { erasureCertificate } from '#services/contract/erasure-certificate.ts';
import { damageSetting, damageWallet } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, type TimetableClass, toEmail } from './site.fixture.ts';
import { header, type Screen, takeScreenshot, visit, waitUntilSettled } from './visit.fixture.ts';

let site: Site;
let memberId: string;
let erasedId: string;
let bookingId: number;
let booked: TimetableClass;
let paymentId: string;

const currentUser = z.object({ user: z.object({ id: z.string() }) });
const history = z.object({
  member: z.object({ erased: z.boolean() }),
  lots: z.array(z.object({ paymentIntentId: z.string() })),
});
beforeAll(async () => {
  site = await openSite();
  booked = await site.addClass('09:30', { maxCapacity: 1 });
  const early = await site.addClass('07:00');
  const [ida, erased] = await Promise.all([site.addMember('Ida Tern', 1), site.addMember('Eric Erased', 1)]);
  memberId = (await ida.expect(currentUser, 'GET', '/api/auth/user')).user.id;
  erasedId = (await erased.expect(currentUser, 'GET', '/api/auth/user')).user.id;
  await ida.call('POST', '/api/cancel-booking', { bookingId: await bookClass(ida, early) });
  bookingId = await bookClass(ida, booked);
  const joined = await erased.call('POST', '/api/waitlist', { classId: booked.id });
  expect(joined.status).toBe(200);
  expect((await erased.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
  await waitFor(
    async () => (await site.admin.call('GET', `/api/audit/members/${erasedId}/erasure`)).status === 200,
    { what: 'the erasure to be complete' },
  );
  const { lots } = await site.admin.expect(history, 'GET', `/api/audit/members/${memberId}/passes`);
  paymentId = lots[0]?.paymentIntentId ?? '';
});
afterAll(() => site?.close());

const screens: readonly Screen[] = ['desktop', 'phone'];

async function openDesk(
  path: string,
  screen: Screen,
  expectedStatuses: readonly number[] = [],
): Promise<Page> {
  const page = await visit(site, path, { screen, expectedStatuses });
  await page.getByRole('heading', { name: 'Auditor’s Desk', level: 1 }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill('auditor-sandbox');
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByRole('navigation', { name: 'Auditor’s desk' }).waitFor();
  await waitUntilSettled(page);
  return page;
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('Find a member, class or payment').fill(text);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
}
const result = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Found' }).getByRole('link', { name });
const slider = (page: Page, name = 'As of') => page.getByRole('slider', { name });
const pollUntil = <T>(read: () => T) => expect.poll(read);
const lot = (page: Page) => page.getByRole('article', { name: /^5 Class Pass, lot/ });
/** The text of a lot's counter, such as 'used1'. */
const readCounter = async (page: Page, place: string) =>
  (await lot(page).getByText(place, { exact: true }).locator('xpath=..').textContent()) ?? '';

it.each(screens)('finds a member and replays their passes event by event, on a %s', async (screen) => {
  const page = await openDesk('/audit', screen, [404]);
  await page.getByText('Looking is itself recorded').waitFor();
  await search(page, 'nobody@example.com');
  await page.getByText('Nothing has that name.').waitFor();
  await search(page, String(bookingId));
  await result(page, /Ida Tern/).waitFor();
  for (const half of ['tern', 'ÍDA', '07700900123']) {
    await search(page, 'nobody');
    await page.getByText('Nothing has that name.').waitFor();
    await search(page, half);
    await result(page, /Ida Tern/).waitFor();
  }
  await takeScreenshot(page, 'audit-found', screen);
  await search(page, toEmail('Ida Tern').toUpperCase());
  await result(page, /Ida Tern/).click();
  await page.getByText('In balance', { exact: true }).waitFor();
  expect(page.url()).toContain(`member=${memberId}`);
  expect(await readCounter(page, 'used')).toBe('used1');
  expect(await readCounter(page, 'available')).toBe('available4');
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'audit-member', screen, true);

  // By keyboard, from now back to a moment between two events of the same instant.
  await slider(page).focus();
  const events = Number(await slider(page).getAttribute('max'));
  await page.keyboard.press('ArrowLeft');
  await pollUntil(() => slider(page).inputValue()).toBe(String(events - 1));
  await page.keyboard.press('ArrowLeft');
  await pollUntil(() => readCounter(page, 'held')).toBe('held1');
  expect(await slider(page).getAttribute('aria-valuetext')).toMatch(
    /after event \d+ of \d+: 1 pass set aside for booking/,
  );
  expect(page.url()).toMatch(/at=\d+/);
  await page.getByText('In view', { exact: true }).waitFor();
  await takeScreenshot(page, 'audit-moment', screen);
  await page.reload();
  await pollUntil(() => readCounter(page, 'held')).toBe('held1');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.getByText('There was no lot yet.').waitFor();
  await page.keyboard.press('End');
  await pollUntil(() => readCounter(page, 'used')).toBe('used1');
  await pollUntil(() => page.url()).not.toContain('at=');

  // A typed time, and back to now.
  await page.getByLabel('As of: date and time in London').fill('2020-01-01T10:00:00');
  await page.getByText('There was no lot yet.').waitFor();
  expect(page.url()).toContain('at=2020-01-01T10%3A00%3A00.999Z');
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await lot(page).waitFor();

  // The comparison of two moments.
  await page.getByRole('button', { name: 'Compare two moments' }).click();
  const changed = page.getByRole('region', { name: 'What changed between' });
  await changed.getByText(`${events} events lie between the two moments.`).waitFor();
  const all = changed.getByRole('table', { name: 'All lots' });
  expect(await all.getByRole('row', { name: /^Granted/ }).textContent()).toBe('Granted05+5');
  await slider(page, 'From').focus();
  await page.keyboard.press('End');
  await changed.getByText('It stands as it stood.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await changed.getByText('One event lies between the two moments.').waitFor();
  expect(await all.getByRole('row', { name: /^Held/ }).textContent()).toBe('Held10−1');
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'audit-compare', screen, true);
});

it.each(screens)('shows the history of a class, a payment and an erased member, on a %s', async (screen) => {
  const page = await openDesk(`/audit?member=${memberId}`, screen, [404]);
  const table = page.getByRole('table', { name: 'Event by event' });
  await table
    .getByRole('link', { name: `Class ${booked.id}` })
    .first()
    .click();
  await page.getByRole('heading', { name: `Class ${booked.id}` }).waitFor();
  const seats = page.getByRole('region', { name: 'Seats' });
  await seats.getByText('Booked by the member').waitFor();
  await seats.getByRole('link', { name: `Ida Tern (Member ${memberId})` }).waitFor();
  await page
    .getByText(/1 of 1 taken/)
    .first()
    .waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'audit-class', screen, true);
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Nobody had booked yet.').waitFor();
  await page.getByText('after event 1 of').waitFor();
  // The erased member was on the waitlist.
  await table
    .getByRole('row', { name: /Joined the line/ })
    .getByRole('link')
    .first()
    .click();
  await page
    .getByRole('list', { name: '1 person waits' })
    .getByRole('link', { name: `Member ${erasedId}` })
    .waitFor();

  await search(page, paymentId);
  await result(page, `Payment ${paymentId}`).click();
  await page.getByText('Succeeded', { exact: true }).waitFor();
  await lot(page).waitFor();
  // The reason for a returned pass comes from the class.
  await table.getByText('The member cancelled in time, or could leave freely.').first().waitFor();
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'audit-payment', screen, true);

  await search(page, erasedId);
  await result(page, /An erased member/).click();
  await page.getByText('Their personal data is gone for good.').waitFor();
  await page.getByText('In balance', { exact: true }).waitFor();
  const certificate = page.getByRole('region', { name: 'Certificate of erasure' });
  await certificate.getByText('Complete', { exact: true }).waitFor();
  await certificate.getByText('By the member', { exact: true }).waitFor();
  await certificate.getByText(/^3 events that nobody can read/).waitFor();
  const download = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Take the certificate' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`erasure-${erasedId}.json`);
  const signed = erasureCertificate.strict().parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(signed.content).toMatchObject({
    memberId: erasedId,
    asked: { by: { kind: 'member', id: erasedId } },
  });
  await waitUntilSettled(page);
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'audit-erased', screen, true);
  await page.goto('/audit?class=999999');
  await page.getByText('There is no such class.').waitFor();
});

it('shows the events around the moment in view on a phone, and all of them by a press', async () => {
  const busy = await site.addMember('Bea Busy', 1);
  const { id } = (await busy.expect(currentUser, 'GET', '/api/auth/user')).user;
  const scheduled = await site.addClass('17:00', { days: 3 });
  for (let round = 0; round < 5; round += 1)
    await busy.call('POST', '/api/cancel-booking', { bookingId: await bookClass(busy, scheduled) });
  const page = await openDesk(`/audit?member=${id}`, 'phone');
  const rows = page.getByRole('table', { name: 'Event by event' }).locator('tbody').getByRole('row');
  await expect.poll(() => rows.count()).toBe(20);
  await rows.last().getByText('In view').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Show all \d+ events$/ }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  await rows.first().getByText('Later').waitFor({ state: 'detached' });
});

it('exports a history as CSV and as a signed bundle, and shows the fingerprint of the key', async () => {
  const page = await openDesk(`/audit?member=${memberId}`, 'desktop');
  await page.getByText('npm run audit -- verify FILE').waitFor();
  const download = async (name: string) => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile(await (await started).path(), 'utf8');
  };
  expect((await download('Export CSV')).split('\r\n').length).toBeGreaterThan(5);
  const bundle = z
    .object({ signature: z.object({ fingerprint: z.string() }) })
    .parse(JSON.parse(await download('Export bundle')));
  await page.getByText(bundle.signature.fingerprint).waitFor();
});

it('links an admin to the desk and back, and from a payment in the figures to its event', async () => {
  const page = await visit(site, '/admin', {});
  await page.getByLabel('Password', { exact: true }).fill('admin-sandbox');
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByLabel('Find a member, class or payment').waitFor();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('link', { name: 'Class Schedule' }).waitFor();
  await page.goto('/admin?tab=schedule&view=monthly');
  await page.getByRole('button', { name: 'Every movement of money' }).click();
  await page.getByRole('link', { name: new RegExp(`^payment-${paymentId}@`) }).click();
  await page.getByRole('heading', { name: `Payment ${paymentId}` }).waitFor();
  expect(page.url()).toMatch(/at=\d+/);
});

it('verifies the event store and read models, and names each damage', async () => {
  const intact = await openDesk('/audit?view=verify', 'phone');
  await intact.getByRole('button', { name: 'Check now' }).click();
  await intact.getByText('Everything adds up').waitFor();
  await intact.getByRole('button', { name: 'Check now' }).waitFor();
  await waitUntilSettled(intact);
  expect(await findViolations(intact)).toEqual([]);
  await takeScreenshot(intact, 'audit-holds', 'phone', true);
  // A member of its own, because the other tests expect theirs in balance.
  const damaged = await site.addMember('Dama Ged', 1);
  await bookClass(damaged, await site.addClass('11:00'));
  const { user } = await damaged.expect(currentUser, 'GET', '/api/auth/user');
  await damageSetting(site.dataDir, 'priority_booking_hours', '13');
  await damageWallet(site.dataDir, user.id);
  for (const screen of screens) {
    const page = await openDesk('/audit?view=verify', screen);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page
      .getByText(/not as the events say$/)
      .first()
      .waitFor();
    await page.getByText(/ILLEGAL_MOVE/).waitFor();
    await page
      .getByRole('list', { name: 'Rows that are not as the events say' })
      .getByText(/priority_booking_hours/)
      .first()
      .waitFor();
    await waitUntilSettled(page);
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'audit-damaged', screen, true);
    await page
      .getByRole('link', { name: `Member ${user.id}` })
      .first()
      .click();
    await page.getByText(/^Not in balance: \d+ exception/).waitFor();
    await waitUntilSettled(page);
    await takeScreenshot(page, 'audit-unbalanced', screen, true);
    expect(await findViolations(page)).toEqual([]);
    await header(page).getByRole('button', { name: 'Log Out' }).click();
  }
});
