import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { erasureCertificate } from '#services/contract/audit.ts';
import { damageSetting, damageWallet } from '#tools/testing/studio-damage.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findings } from './axe.fixture.ts';
import { emailOf, openSite, type Site, type TimetableClass } from './site.fixture.ts';
import { header, picture, type Screen, settled, visit } from './visit.fixture.ts';

let site: Site;
let memberId: string;
let goneId: string;
let bookingId: number;
let booked: TimetableClass;
let paymentId: string;

const user = z.object({ user: z.object({ id: z.string() }) });
const made = z.object({ bookingId: z.number() });
const history = z.object({
  member: z.object({ erased: z.boolean() }),
  lots: z.array(z.object({ paymentIntentId: z.string() })),
});
const historyPath = (id: string) => `/api/audit/members/${id}/passes`;

beforeAll(async () => {
  site = await openSite();
  booked = await site.addClass('09:30', { maxCapacity: 1 });
  const early = await site.addClass('07:00');
  const [ida, gone] = await Promise.all([site.addMember('Ida Tern', 1), site.addMember('Gone Gull', 1)]);
  memberId = (await ida.expect(user, 'GET', '/api/auth/user')).user.id;
  goneId = (await gone.expect(user, 'GET', '/api/auth/user')).user.id;
  const first = await ida.expect(made, 'POST', '/api/bookings', { classId: early.id });
  await ida.call('POST', '/api/cancel-booking', { bookingId: first.bookingId });
  ({ bookingId } = await ida.expect(made, 'POST', '/api/bookings', { classId: booked.id }));
  const joined = await gone.call('POST', '/api/waitlist', { classId: booked.id });
  expect(joined.status).toBe(200);
  expect((await gone.call('DELETE', '/api/user', { password: 'seaside-7' })).status).toBe(200);
  await waitFor(
    async () => (await site.admin.call('GET', `/api/audit/members/${goneId}/erasure`)).status === 200,
    { timeout: 20_000, what: 'the erasure to be complete' },
  );
  const { lots } = await site.admin.expect(history, 'GET', historyPath(memberId));
  paymentId = lots[0]?.paymentIntentId ?? '';
});
afterAll(() => site?.close());

const screens: readonly Screen[] = ['desktop', 'phone'];

async function open(path: string, screen: Screen, refusals: readonly number[] = []): Promise<Page> {
  const page = await visit(site, path, { screen, refusals });
  await page.getByRole('heading', { name: 'Auditor’s Desk', level: 1 }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill('auditor-sandbox');
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByRole('navigation', { name: 'Auditor’s desk' }).waitFor();
  await settled(page);
  return page;
}

async function find(page: Page, words: string): Promise<void> {
  await page.getByLabel('Find a member, class or payment').fill(words);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
}
const found = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Found' }).getByRole('link', { name });
const slider = (page: Page, name = 'As of') => page.getByRole('slider', { name });
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
const lot = (page: Page) => page.getByRole('article', { name: /^5 Class Pass, lot/ });
const count = async (page: Page, place: string) =>
  (await lot(page).getByText(place, { exact: true }).locator('xpath=..').textContent()) ?? '';

it.each(screens)(
  'a member is found, and their passes gone through event by event, on a %s',
  async (screen) => {
    const page = await open('/audit', screen, [404]);
    await page.getByText('Looking is itself recorded').waitFor();
    await find(page, 'nobody@example.com');
    await page.getByText('Nothing has that name.').waitFor();
    await find(page, String(bookingId));
    await found(page, /Ida Tern/).waitFor();
    await picture(page, 'audit-found', screen);
    await find(page, emailOf('Ida Tern').toUpperCase());
    await found(page, /Ida Tern/).click();
    await page.getByText('In balance', { exact: true }).waitFor();
    expect(page.url()).toContain(`member=${memberId}`);
    expect(await count(page, 'used')).toBe('used1');
    expect(await count(page, 'available')).toBe('available4');
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'audit-member', screen, true);

    // By the keyboard alone, from now back to the moment between two events of one instant.
    await slider(page).focus();
    const events = Number(await slider(page).getAttribute('max'));
    await page.keyboard.press('ArrowLeft');
    await eventually(() => slider(page).inputValue()).toBe(String(events - 1));
    await page.keyboard.press('ArrowLeft');
    await eventually(() => count(page, 'held')).toBe('held1');
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(
      /after event \d+ of \d+: 1 pass set aside for booking/,
    );
    expect(page.url()).toMatch(/at=\d+/);
    await page.getByText('In view', { exact: true }).waitFor();
    await picture(page, 'audit-moment', screen);
    await page.reload();
    await eventually(() => count(page, 'held')).toBe('held1');
    await slider(page).focus();
    await page.keyboard.press('Home');
    await page.getByText('There was no lot yet.').waitFor();
    await page.keyboard.press('End');
    await eventually(() => count(page, 'used')).toBe('used1');
    await eventually(() => page.url()).not.toContain('at=');

    // A time that is typed, and the way back.
    await page.getByLabel('As of: date and time in London').fill('2020-01-01T10:00:00');
    await page.getByText('There was no lot yet.').waitFor();
    expect(page.url()).toContain('at=2020-01-01T10%3A00%3A00.999Z');
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await lot(page).waitFor();

    // Two moments.
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
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'audit-compare', screen, true);
  },
);

it.each(screens)('a class and a payment are laid open, and someone who left, on a %s', async (screen) => {
  const page = await open(`/audit?member=${memberId}`, screen, [404]);
  const table = page.getByRole('table', { name: 'Event by event' });
  await table
    .getByRole('link', { name: `Class ${booked.id}` })
    .first()
    .click();
  await page.getByRole('heading', { name: `Class ${booked.id}` }).waitFor();
  const seats = page.getByRole('region', { name: 'Seats' });
  await seats.getByText('Booked by the member').waitFor();
  await page
    .getByText(/1 of 1 taken/)
    .first()
    .waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'audit-class', screen, true);
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Nobody had booked yet.').waitFor();
  await page.getByText('after event 1 of').waitFor();
  // The one who left was in the line before.
  await table
    .getByRole('row', { name: /Joined the line/ })
    .getByRole('link')
    .first()
    .click();
  await page
    .getByRole('list', { name: '1 person waits' })
    .getByRole('link', { name: `Member ${goneId}` })
    .waitFor();

  await find(page, paymentId);
  await found(page, `Payment ${paymentId}`).click();
  await page.getByText('Succeeded', { exact: true }).waitFor();
  await lot(page).waitFor();
  // A pass came back because its booking was cancelled: the class says so.
  await table.getByText('The member cancelled in time, or could leave freely.').first().waitFor();
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'audit-payment', screen, true);

  await find(page, goneId);
  await found(page, /An erased member/).click();
  await page.getByText('Their personal data is gone for good.').waitFor();
  await page.getByText('In balance', { exact: true }).waitFor();
  // As complete as it gets, once the workers are done with it.
  const certificate = page.getByRole('region', { name: 'Certificate of erasure' });
  await certificate.getByText('Complete', { exact: true }).waitFor();
  await certificate.getByText('By the member', { exact: true }).waitFor();
  await certificate.getByText(/^3 events that nobody can read/).waitFor();
  const download = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Take the certificate' }).click();
  const taken = await download;
  expect(taken.suggestedFilename()).toBe(`erasure-${goneId}.json`);
  const signed = erasureCertificate.strict().parse(JSON.parse(await readFile(await taken.path(), 'utf8')));
  expect(signed.content).toMatchObject({ memberId: goneId, asked: { by: { kind: 'member', id: goneId } } });
  await settled(page);
  expect(await findings(page)).toEqual([]);
  await picture(page, 'audit-erased', screen, true);
  await page.goto('/audit?class=999999');
  await page.getByText('There is no such class.').waitFor();
});

it('a history is taken away as CSV and as a signed bundle, with the key to check it by', async () => {
  const page = await open(`/audit?member=${memberId}`, 'desktop');
  await page.getByText('npm run audit -- verify FILE').waitFor();
  const take = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  expect((await take('Export CSV')).split('\r\n').length).toBeGreaterThan(5);
  const bundle = z
    .object({ signature: z.object({ fingerprint: z.string() }) })
    .parse(JSON.parse(await take('Export bundle')));
  await page.getByText(bundle.signature.fingerprint).waitFor();
});

it('admins go to the desk and back, and from a figure to its event', async () => {
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

it('the whole store is checked: a green seal, and each damage by name', async () => {
  const sound = await open('/audit?view=verify', 'phone');
  await sound.getByRole('button', { name: 'Check now' }).click();
  await sound.getByText('Everything adds up').waitFor();
  await sound.getByRole('button', { name: 'Check now' }).waitFor();
  await settled(sound);
  expect(await findings(sound)).toEqual([]);
  await picture(sound, 'audit-holds', 'phone', true);
  await damageSetting(site.dataDir, 'priority_booking_hours', '13');
  await damageWallet(site.dataDir, memberId);
  for (const screen of screens) {
    const page = await open('/audit?view=verify', screen);
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
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await picture(page, 'audit-damaged', screen, true);
    await page
      .getByRole('link', { name: `Member ${memberId}` })
      .first()
      .click();
    await page.getByText(/^Not in balance: \d+ exception/).waitFor();
    await settled(page);
    await picture(page, 'audit-unbalanced', screen, true);
    expect(await findings(page)).toEqual([]);
    await header(page).getByRole('button', { name: 'Log Out' }).click();
  }
});
