import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { personAnswer } from '#services/contract/person.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site, toEmail } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import {
  holdRequests,
  pressEscape,
  type Screen,
  takeScreenshot,
  visit,
  waitForToast,
} from './visit.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const memberList = z.object({ members: z.array(z.object({ id: z.string(), name: z.string() })) });
const findId = async (name: string): Promise<string> => {
  const all = await site.admin.expect(memberList, 'GET', '/api/admin/members');
  return all.members.find((member) => member.name === name)?.id ?? '';
};
const searchField = (page: Page) => page.getByRole('combobox', { name: /^Search members/ });
const dialog = (page: Page) => page.getByRole('dialog');
const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Adds a member who lost a pass by a late cancellation and is booked in another class. */
async function addLateMember(name: string): Promise<void> {
  const member = await site.addMember(name, 1);
  const late = await site.addClass('08:00');
  const ahead = await site.addClass('18:00', { days: 6 });
  const bookingId = await bookClass(member, late);
  await bookClass(member, ahead);
  await site.moveClock({ now: new Date(Date.parse(`${late.date}T08:00:00Z`) - 3 * 3_600_000).toISOString() });
  await member.expect(z.object({ success: z.literal(true) }), 'POST', '/api/cancel-booking', { bookingId });
}

const openPerson = async (name: string, screen: Screen = 'desktop'): Promise<Page> => {
  const page = await visitAsAdmin(site, `/admin/members/${await findId(name)}`, screen);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  return page;
};

it('shows why a pass was lost, in three presses from another page', async () => {
  await addLateMember('Ann Late');
  const page = await visitAsAdmin(site, '/admin?tab=settings');
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  await searchField(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('ann la');
  await page
    .getByRole('option', { name: /^Ann Late/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ann Late' }).waitFor();
  const lost = section(page, 'Lost passes');
  await lost.getByText(/^Late cancellation: Beginner/).waitFor();
  await lost.getByText('Cancelling is free up to 24 hours before the class.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-person', 'desktop', true);

  // Where each pass went.
  await lost.getByRole('link', { name: '5 Class Pass' }).click();
  await section(page, 'Passes')
    .getByText(/^Lost to a late cancellation of Beginner/)
    .waitFor();
  await section(page, 'Passes')
    .getByText(/^Used for Beginner/)
    .first()
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-person-lot', 'desktop');
});

it('adds a note, gives passes, removes a booking and deletes the member from the page', async () => {
  const member = await site.addMember('Bea Page', 1);
  // The list has a table only while it has a member.
  await site.addMember('Bob Stays');
  await bookClass(member, await site.addClass('12:00'));
  const page = await openPerson('Bea Page');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Please write the note').waitFor();
  await page.getByLabel('Add a note').fill('Prefers the window.\nCalls on Mondays.');
  await page.getByText('The member can ask to read this. It can’t be changed later.').waitFor();
  await page.getByRole('button', { name: 'Add note' }).click();
  await waitForToast(page, 'Note added');
  await section(page, 'Notes').getByText('Prefers the window.').waitFor();
  expect(await page.getByLabel('Add a note').inputValue()).toBe('');

  await page.getByRole('button', { name: 'Give or take passes' }).click();
  await dialog(page).getByLabel('Reason').fill('Class cut short');
  await dialog(page).getByRole('button', { name: '+5 passes' }).click();
  await waitForToast(page, 'Added 5 passes to member');
  await page.getByText('9 passes to use').waitFor();

  await section(page, 'Bookings')
    .getByRole('button', { name: /^Remove from Beginner/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Remove booking' }).click();
  await waitForToast(page, 'Booking removed and pass refunded to customer');
  await section(page, 'Bookings').getByText('Removed by the studio').waitFor();

  await section(page, 'Money')
    .getByRole('button', { name: /^Refund 5 Class Pass of Bea Page/ })
    .click();
  await dialog(page).getByText('How much?').waitFor();
  await pressEscape(dialog(page));
  await dialog(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Delete member' }).click();
  await dialog(page).getByRole('button', { name: 'Delete member' }).click();
  await waitForToast(page, 'Member deleted');
  await page.getByRole('table', { name: 'Members' }).waitFor();
  expect(await page.getByRole('link', { name: 'Bea Page' }).count()).toBe(0);
});

it('searches by keyboard, and leads to a class and to a marked row', async () => {
  const member = await site.addMember('Cat Finder', 1);
  const shown = await site.addClass('14:00');
  const bookingId = await bookClass(member, shown);
  const page = await visitAsAdmin(site, '/admin?tab=members');
  await page.getByRole('table', { name: 'Members' }).waitFor();
  // A slash that is typed stays a slash.
  const listSearch = page.getByRole('searchbox', { name: 'Search members' });
  await listSearch.fill('a');
  await listSearch.press('/');
  expect(await listSearch.inputValue()).toBe('a/');
  await listSearch.fill('finder');
  await page.reload();
  expect(await listSearch.inputValue()).toBe('finder');
  await listSearch.fill('');
  await page.getByRole('heading', { name: 'Members' }).first().click();

  await page.keyboard.press('/');
  await page.keyboard.type('finder');
  const options = page.getByRole('option');
  await options.filter({ hasText: `Booking ${bookingId}` }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'staff-search', 'desktop');
  expect(await options.first().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await options.first().getAttribute('aria-selected')).toBe('false');
  await page.keyboard.press('Enter');
  const marked = page.locator('[aria-current=true]');
  await marked.filter({ hasText: 'Beginner' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('zzzz');
  await page.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Escape');
  expect(await searchField(page).inputValue()).toBe('');

  await page.keyboard.press('/');
  await page.keyboard.type(`beginner ${shown.date} 14:00`);
  await options.filter({ hasText: '14:00' }).first().click();
  await page
    .getByRole('table', { name: 'Bookings for 14:00' })
    .getByRole('link', { name: 'Cat Finder' })
    .waitFor();
});

it('opens by Enter what is found for the text, not for an earlier one', async () => {
  await site.addMember('Eve Early');
  await site.addMember('Fay Later');
  const page = await visitAsAdmin(site, '/admin?tab=settings');
  await searchField(page).fill('Eve Early');
  await page.getByRole('option', { name: 'Eve Early' }).waitFor();
  const release = await holdRequests(page, '**/api/admin/search*');
  await searchField(page).fill('Fay Later');
  await page.keyboard.press('Enter');
  release();
  await page.getByRole('heading', { level: 1, name: 'Fay Later' }).waitFor();
});

it('fits a phone, where a button opens the search', async () => {
  await addLateMember('Dan Phone');
  const page = await openPerson('Dan Phone', 'phone');
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'admin-person', 'phone', true);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await searchField(page).fill('dan ph');
  await page
    .getByRole('option', { name: /^Dan Phone/ })
    .first()
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takeScreenshot(page, 'staff-search', 'phone');
  await page.getByRole('button', { name: 'Close the search' }).click();
  await page.getByRole('option').first().waitFor({ state: 'detached' });
});

it.each<Screen>(['desktop', 'phone'])('says what became of an email, on a %s', async (screen) => {
  const name = `Fay Mail ${screen}`;
  await site.addMember(name);
  const path = `/api/admin/members/${await findId(name)}`;
  await waitFor(async () => {
    const { person } = await site.admin.expect(personAnswer, 'GET', path);
    return !person.erased && person.emails.total === 1;
  });
  const page = await openPerson(name, screen);
  const emails = section(page, 'Emails sent');
  await emails.getByText('Sent', { exact: true }).waitFor();
  const outbox = await visit(site, `/sandbox/outbox?to=${encodeURIComponent(toEmail(name))}`, { screen });
  await outbox.getByText('What becomes of it').first().click();
  await outbox.getByRole('button', { name: 'Arrives' }).first().click();
  await outbox.getByRole('heading', { name: 'Outbox' }).waitFor();
  await page.reload();
  await emails.getByText('Delivered', { exact: true }).waitFor();
  await outbox.getByText('What becomes of it').first().click();
  await outbox.getByRole('button', { name: 'Comes back' }).first().click();
  await outbox.getByRole('heading', { name: 'Outbox' }).waitFor();
  // The mark on the address is an event, which the open page follows.
  await emails.getByText('Bounced', { exact: true }).waitFor();
  await emails.getByText('Mail comes back').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await emails.scrollIntoViewIfNeeded();
  await takeScreenshot(page, 'admin-person-emails', screen);
});

it('shows what the member does meanwhile, and a note that another member of staff writes', async () => {
  const member = await site.addMember('Gil Live', 1);
  const booked = await site.addClass('16:00');
  const page = await openPerson('Gil Live');
  await section(page, 'Bookings').getByText('No bookings yet.').waitFor();
  await bookClass(member, booked);
  await section(page, 'Bookings')
    .getByText(/^Beginner/)
    .waitFor();
  const path = `/api/admin/members/${await findId('Gil Live')}/notes`;
  expect((await site.admin.call('POST', path, { text: 'Called this morning.' })).status).toBe(200);
  await section(page, 'Notes').getByText('Called this morning.').waitFor();
});

it.each<Screen>(['desktop', 'phone'])(
  'lists complaints and leads to each of them, on a %s',
  async (screen) => {
    const name = `Hal Complains ${screen}`;
    await site.addMember(name);
    const complaint = { name, email: toEmail(name), text: 'You still write to my old address.' };
    expect((await site.admin.call('POST', '/api/complaints', complaint)).status).toBe(200);
    const page = await openPerson(name, screen);
    const complaints = section(page, 'Complaints about data');
    await complaints.getByText(complaint.text).waitFor();
    await complaints.getByText('Open', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await complaints.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'admin-person-complaints', screen);
    await complaints.getByRole('link', { name: /^Complaint of/ }).click();
    await page.locator('[aria-current=true]').filter({ hasText: name }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takeScreenshot(page, 'complaint-marked', screen);
  },
);

it('shows that a member has left, whom the search finds by their id', async () => {
  await site.addMember('Eva Gone', 1);
  const id = await findId('Eva Gone');
  expect((await site.admin.call('DELETE', `/api/admin/members/${id}`)).status).toBe(200);
  const page = await visitAsAdmin(site, '/admin?tab=members');
  await searchField(page).fill(id);
  await page
    .getByRole('option', { name: /^Former member/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'A member who has left' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});
