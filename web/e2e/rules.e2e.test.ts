import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ruleKeys } from '#domain/rules/rule-keys.ts';
import { defaultRuleValues } from '#domain/rules/rules.ts';
import { findViolations } from './axe.fixture.ts';
import { bookClass, openSite, type Site } from './site.fixture.ts';
import { visitAsAdmin } from './staff.fixture.ts';
import {
  findClass,
  pressEscape,
  type Screen,
  takeScreenshot,
  visit,
  waitForOwnEntry,
  waitForToast,
} from './visit.fixture.ts';
import { addFullClass, joinWaitlist, startMorning } from './waitlist.fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
  await startMorning(site);
});
afterAll(() => site?.close());

const setRules = async (values: Readonly<Record<string, string>>): Promise<void> => {
  const changes = Object.entries(values).map(([key, value]) => ({ key, value }));
  const { status, body } = await site.admin.call('POST', '/api/admin/settings', { changes });
  if (status !== 200) throw new Error(`Setting rules answered ${status}: ${JSON.stringify(body)}`);
};
const resetRules = () => setRules(Object.fromEntries(ruleKeys.map((key) => [key, defaultRuleValues[key]])));

const openSettings = (screen: Screen): Promise<Page> =>
  visitAsAdmin(site, '/admin?tab=settings', screen, [400, 409, 422]);
const card = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const field = (within: Locator, title: string): Locator => within.getByLabel(`${title}, `);
const fillRule = async (page: Page, title: string, value: string): Promise<void> => {
  const control = field(card(page, title), title);
  if (value === 'on' || value === 'off') await control.selectOption(value);
  else await control.fill(value);
  await page.getByRole('button', { name: `Save ${title}`, exact: true }).click();
};
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Changes a rule in Settings, and confirms it where anyone is affected. */
async function changeRule(page: Page, title: string, value: string): Promise<void> {
  await fillRule(page, title, value);
  const question = dialog(page, 'Change this rule?');
  const saved = page.getByText(`${title}: `);
  await question.or(saved).first().waitFor();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Save', exact: true }).click();
  await saved.first().waitFor();
  await question.waitFor({ state: 'detached' });
}

/** A rule's title and another value, and what the open terms and the open home page say then without a reload. */
const rows: readonly { title: string; value: string; terms?: string[]; home?: string[] }[] = [
  {
    title: 'Booking window',
    value: '14',
    terms: ['You can book at most 14 days ahead.'],
    home: ['up to 14 days ahead'],
  },
  {
    title: 'Priority booking for members',
    value: '6',
    terms: ['to pass holders at 06:00.', 'from midnight, 14 days ahead; pass holders from 06:00.'],
  },
  {
    title: 'Free cancellation',
    value: '20',
    terms: [
      'Cancel 20 hours ahead',
      '20 hours or more before the start:',
      'Less than 20 hours, or not coming:',
    ],
    home: ['Give us 20 hours notice', 'Transfers with 20 or more hours notice'],
  },
  {
    title: 'Pass back when the place is filled',
    value: 'on',
    terms: ['the pass of a late cancellation comes back.'],
    home: ['no pass comes back unless someone takes your place.'],
  },
  {
    title: 'Waitlist books by itself until',
    value: '30',
    terms: ['More than 30 hours before the class:', 'From 30 to 2 hours before:'],
  },
  { title: 'Waitlist offers last', value: '45', terms: ['offered the place for 45 minutes'] },
  { title: 'Free spots go to everyone under', value: '1', terms: ['Under 1 hour:'] },
  { title: 'Quiet hours from', value: '22:15', terms: ['No offers run between 22:15 and 07:00.'] },
  { title: 'Quiet hours until', value: '06:30', terms: ['No offers run between 22:15 and 06:30.'] },
  {
    title: 'Returned passes last at least',
    value: '10',
    terms: ['would it within 10 days, it gets 10 days from then'],
  },
  { title: 'Passes given by staff last', value: '6' },
  { title: 'Instructor fee per class', value: '42.00' },
];

describe.each<{ screen: Screen; time: string; name: string }>([
  { screen: 'phone', time: '09:15', name: 'Poppy' },
  { screen: 'desktop', time: '11:15', name: 'Delia' },
])('the rulebook on a $screen', ({ screen, time, name }) => {
  it('is followed by open pages without a reload, rule by rule', async () => {
    await resetRules();
    const [page, terms, home] = await Promise.all([
      openSettings(screen),
      visit(site, '/terms-of-service', { screen }),
      visit(site, '/', { screen }),
    ]);
    await terms.getByText('You can book at most 7 days ahead.').waitFor();
    await home.getByRole('button', { name: 'Cancellation Policy' }).click();
    await home.getByText('Give us 24 hours notice').waitFor();
    for (const row of rows) {
      await changeRule(page, row.title, row.value);
      for (const text of row.terms ?? []) await terms.getByText(text).first().waitFor();
      for (const text of row.home ?? []) await home.getByText(text).first().waitFor();
    }
    const old = /\b24 hours|7 days ahead|seven days ahead|26 hours|30 minutes|21:00|07:00/;
    expect(await terms.getByText(old).allTextContents()).toEqual([]);
    expect(await home.getByText(old).allTextContents()).toEqual([]);
    // The first paint has them too.
    await terms.reload();
    await terms.getByText('Cancel 20 hours ahead').waitFor();
    expect(await terms.locator('meta[name=description]').count()).toBe(1);
    await takeScreenshot(page, 'rules', screen, true);
    await takeScreenshot(terms, 'rules-terms', screen, true);
    expect(await findViolations(page)).toEqual([]);
    await card(page, 'Waitlist offers last')
      .getByRole('button', { name: 'History of Waitlist offers last' })
      .click();
    const change = card(page, 'Waitlist offers last')
      .getByRole('row')
      .filter({ hasText: '45 minutes' })
      .first();
    expect(await change.textContent()).toContain('30 minutes');
    expect(await change.textContent()).toContain('Admin');
  });

  it('is stated on class cards, on the waitlist and in the dialogs; a booking keeps its own', async () => {
    await resetRules();
    const [booked, soon, far] = await Promise.all([
      site.addClass(time, { days: 2 }),
      site.addClass(time.replace('15', '25'), { days: 1 }),
      site.addClass(time.replace('15', '35'), { days: 10 }),
    ]);
    const full = await addFullClass(site, 3, time.replace('15', '45'));
    const member = await site.addMember(`${name} Ruled`, 1);
    await bookClass(member, booked);
    await joinWaitlist(member, full);
    const page = await visit(site, `/waitlist/${full.id}`, { as: member, screen });
    await page.getByText('More than 26 hours before the class').waitFor();
    await setRules({
      free_cancellation_hours: '60',
      booking_window_days: '14',
      auto_book_until_hours: '61',
      offer_minutes: '20',
      broadcast_under_hours: '4',
      quiet_from: '07:00',
    });
    await page.getByText('More than 61 hours before the class').waitFor();
    await page.getByText('for 20 minutes, and you choose.').waitFor();
    await page.getByText('In the last 4 hours everyone waiting is told').waitFor();
    expect(await page.getByText('we let you sleep').count()).toBe(0);
    await takeScreenshot(page, 'rules-waitlist', screen, true);

    await page.goto('/book-classes');
    const soonCard = await findClass(page, soon);
    await soonCard.getByText('Less than 60 hours away: no pass comes back').waitFor();
    await soonCard.getByRole('button', { name: 'Book Now' }).click();
    await page.getByText('It is less than 60 hours away. The pass it takes does not come back').waitFor();
    await takeScreenshot(page, 'rules-late-booking', screen);
    await page.getByRole('button', { name: 'Use one pass' }).click();
    await waitForToast(page, 'Class Booked!');
    const farCard = await findClass(page, far);
    await farCard.getByRole('button', { name: 'Book Now' }).waitFor();

    await page.goto('/my-classes');
    const row = (each: { time: string }) => page.getByRole('article', { name: each.time });
    // The booking that was made before keeps the hours of that day.
    await row(booked).getByText('Free to cancel until').waitFor();
    const late = row(soon);
    await late.getByText('Less than 60 hours away: no pass comes back').waitFor();
    await late.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('It is less than 60 hours away: your pass will not come back.').waitFor();
    await takeScreenshot(page, 'rules-cancel-dialog', screen);
    await pressEscape(page.getByRole('dialog'));
    // A window of two weeks is shown week by week.
    await row(booked).getByRole('button', { name: 'Move' }).click();
    const move = dialog(page, 'Move this class');
    await move.getByRole('button', { name: 'Next week' }).click();
    await takeScreenshot(page, 'rules-move', screen);
    expect(await findViolations(page)).toEqual([]);
  });

  it('shows whom a change affects before it is saved', async () => {
    await resetRules();
    const member = await site.addMember(`${name} Affected`, 1);
    await bookClass(member, await site.addClass(time.replace('15', '55'), { days: 4 }));
    const page = await openSettings(screen);
    await fillRule(page, 'Free cancellation', '12');
    const question = dialog(page, 'Change this rule?');
    await question.getByText(/upcoming bookings? keeps?/).waitFor();
    await question.getByText(`${name} Affected`).first().waitFor();
    expect(await question.getByText('24 hours → 12 hours').count()).toBe(1);
    await takeScreenshot(page, 'rules-effects', screen);
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Go back' }).click();
    await waitForOwnEntry(page);
    // Nothing is saved, and what was typed stays.
    expect(await field(card(page, 'Free cancellation'), 'Free cancellation').inputValue()).toBe('12');
    await page.reload();
    await card(page, 'Free cancellation').waitFor();
    expect(await field(card(page, 'Free cancellation'), 'Free cancellation').inputValue()).toBe('24');
  });

  it('names two rules that contradict each other, and saves both together', async () => {
    await resetRules();
    await setRules({ free_cancellation_hours: '48' });
    const page = await openSettings(screen);
    await fillRule(page, 'Booking window', '1');
    const both = dialog(page, 'These two rules contradict each other');
    await both.getByText('“Free cancellation” and “Booking window”').waitFor();
    await takeScreenshot(page, 'rules-contradiction', screen);
    expect(await findViolations(page)).toEqual([]);
    // Still a contradiction: nothing is saved, and the dialog stays.
    await both.getByRole('button', { name: 'Save both' }).click();
    await both.getByRole('alert').waitFor();
    await both.getByLabel('Free cancellation, hours').fill('100');
    await both.getByRole('button', { name: 'Save both' }).click();
    await both.getByText('Use a number up to 72').waitFor();
    await both.getByLabel('Free cancellation, hours').fill('24');
    await both.getByRole('button', { name: 'Save both' }).click();
    const question = dialog(page, 'Change these rules?');
    await question.getByText('7 days → 1 day').waitFor();
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await waitForToast(page, 'Setting saved');
    await both.waitFor({ state: 'detached' });
    expect(await field(card(page, 'Booking window'), 'Booking window').inputValue()).toBe('1');
    expect(await field(card(page, 'Free cancellation'), 'Free cancellation').inputValue()).toBe('24');
  });

  it('asks before a value is overwritten that another admin has set, with who and when', async () => {
    await resetRules();
    const page = await openSettings(screen);
    const title = 'Passes given by staff last';
    const months = field(card(page, title), title);
    await months.fill('9');
    await setRules({ given_pass_months: '2' });
    await months.press('Enter');
    const question = dialog(page, 'Someone else changed this');
    await question.getByText(/changed it on \w+ \d+, \d{4}, \d\d:\d\d since you opened it/).waitFor();
    expect(await question.locator('dd').allTextContents()).toEqual(['3 months', '2 months', '9 months']);
    await takeScreenshot(page, 'rules-stale', screen);
    expect(await findViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await months.inputValue()).toBe('2');

    await months.fill('9');
    await setRules({ given_pass_months: '4' });
    await months.press('Enter');
    await question.getByRole('button', { name: 'Save mine all the same' }).click();
    expect(await waitForToast(page, 'Setting saved')).toContain(`${title}: 9 months.`);
  });
});
