import { millisecondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { formatLongDay, toLondonDay, toLondonTime } from '#domain/london-time.ts';
import { type RuleKey, ruleDefinitions, ruleKeys } from '#domain/rules/rule-keys.ts';
import { weeklyAnalyticsAnswer } from '#services/contract/analytics.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import {
  membershipAnswer,
  membershipRedirectAnswer,
  pauseMembershipAnswer,
} from '#services/contract/membership.ts';
import { classesAnswer } from '#services/contract/schedule.ts';
import { userPassesAnswer } from '#services/contract/wallet.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type StudioMember, TimetableStudio } from '../testing/timetable-studio.fixture.ts';

// The clock moves by days, and once by a month.
vi.setConfig({ hookTimeout: 400_000 });

/** A value other than the default for each rule. */
const otherValues: Readonly<Record<RuleKey, string>> = {
  free_cancellation_hours: '6',
  booking_window_days: '21',
  priority_booking_hours: '3',
  auto_book_until_hours: '40',
  offer_minutes: '45',
  broadcast_under_hours: '3',
  quiet_from: '22:30',
  quiet_until: '05:30',
  returned_pass_grace_days: '10',
  given_pass_months: '1',
  late_cancel_refill: 'on',
  pause_notice_hours: '72',
  pauses_allowed: '1',
  pauses_within_days: '200',
  instructor_fee_pence: '4200',
};

/** Texts of emails, calendars and answers under these rules, by the rule that they state. */
const texts: Partial<Record<RuleKey, string>> = {};
const read = (key: RuleKey): string => texts[key] ?? '';

const outbox = z.array(z.object({ to: z.string(), kind: z.string(), text: z.string() }));
const flatten = (text: string) => text.replaceAll(/\s+/g, ' ');
const refusalText = ({ body }: { body: unknown }) => errorAnswer.parse(body).error;

let studio: TimetableStudio;
let passReturnedAt: Date;
afterAll(() => studio?.running.remove());

async function readOutbox() {
  const response = await fetch(`${studio.running.process.base}/sandbox/outbox.json?limit=10000`);
  return outbox.parse(await response.json());
}

async function readLatest(member: StudioMember, kind: string): Promise<string> {
  const mail = (await member.readMails()).findLast((each) => each.kind === kind);
  if (mail === undefined) throw new Error(`There is no ${kind} in ${await member.readMailKinds()}`);
  return flatten(mail.text);
}

async function readCalendarFile(member: StudioMember, bookingId: number): Promise<string> {
  const { body } = await member.client.call('GET', `/api/bookings/${bookingId}/calendar.ics`);
  return String(body).replaceAll('\r\n ', '').replaceAll('\\,', ',');
}

async function readWindowTexts(): Promise<string> {
  const member = await studio.addMember('newcomer');
  await studio.settle();
  const welcome = (await readOutbox()).find(
    ({ kind, to }) => kind === 'welcome' && to.startsWith('newcomer'),
  );
  const tooEarly = await member.tryToBook(await studio.schedule(studio.at(23, '10:00')));
  return `${welcome?.text} ${refusalText(tooEarly)}`;
}

/** A class on the third day at 10:00 whose spot comes free in the evening of the first: it is offered, and passed on. */
async function readOfferTexts(): Promise<void> {
  const full = await studio.fillClass(studio.at(3, '10:00'));
  const day = `/api/classes?date=${studio.dayIn(3)}`;
  const { classes } = await studio.visitor.expect(classesAnswer, 'GET', day);
  texts.priority_booking_hours = toLondonTime(new Date(classes[0]?.bookingOpensAt ?? ''));
  await studio.settle();
  const confirmed = await readLatest(full.ann, 'booking-confirmed');
  const calendar = await readCalendarFile(full.ann, full.bookingId);
  await studio.clock.moveTo(studio.at(1, '20:30'));
  await full.ann.cancel(full.bookingId);
  await studio.settle();
  const offered = await readLatest(full.bea, 'waitlist-offered');
  texts.auto_book_until_hours = (await full.bea.readMailKinds()).join(' ');
  texts.offer_minutes = offered;
  texts.free_cancellation_hours = `${confirmed} ${calendar} ${offered}`;
  await studio.clock.moveTo(studio.at(1, '21:16'));
  texts.quiet_from = await readLatest(full.cat, 'waitlist-offered');
}

/** Spots that come free at night, and shortly before a class. */
async function readLaterTexts(): Promise<void> {
  const evening = await studio.fillClass(studio.at(3, '18:00'));
  await studio.clock.moveTo(studio.at(2, '23:00'));
  await evening.ann.cancel(evening.bookingId);
  await studio.clock.moveTo(studio.at(3, '05:31'));
  texts.quiet_until = await readLatest(evening.bea, 'waitlist-offered');
  const noon = await studio.fillClass(studio.at(3, '13:00'));
  await studio.clock.moveTo(studio.at(3, '10:30'));
  await noon.ann.cancel(noon.bookingId);
  await studio.settle();
  texts.broadcast_under_hours = (await noon.cat.readMailKinds()).join(' ');
  texts.free_cancellation_hours += ` ${await readLatest(noon.cat, 'waitlist-announced')}`;
}

/** A booking inside the hours of free cancellation, which is cancelled and refilled. */
async function readLateTexts(): Promise<void> {
  const classId = await studio.schedule(studio.at(3, '15:00'));
  const [dan, eve] = await Promise.all([studio.addMember('dan'), studio.addMember('eve')]);
  const { bookingId } = await dan.book(classId);
  await studio.settle();
  const confirmed = await readLatest(dan, 'booking-confirmed');
  const other = await studio.schedule(studio.at(4, '15:00'));
  const notMoved = await dan.client.call('POST', `/api/bookings/${bookingId}/move`, { classId: other });
  // After the minutes in which it can be undone.
  await studio.clock.advance('PT3M');
  await dan.cancel(bookingId);
  // The email waits until the cancellation can no longer be undone.
  await studio.clock.advance('PT1M');
  const cancelled = await readLatest(dan, 'booking-cancelled');
  texts.free_cancellation_hours += ` ${confirmed} ${refusalText(notMoved)} ${cancelled}`;
  await eve.book(classId);
  await studio.settle();
  const back = (await readOutbox()).find(({ kind, to }) => kind === 'pass-back' && to.startsWith('dan'));
  texts.late_cancel_refill = `${flatten(back?.text ?? '')} passes: ${await dan.readCredits()}`;
}

/** A pass that staff give, and that the studio returns two days before its end. */
async function readPassTexts(): Promise<void> {
  const gil = await studio.addMember('gil', 0);
  const memberId = await studio.readMemberId(gil.client);
  const given = { passes: 1, reason: 'A present', requestKey: crypto.randomUUID() };
  await studio.admin.call('POST', `/api/admin/members/${memberId}/add-passes`, given);
  const [lot] = await gil.client.expect(userPassesAnswer, 'GET', '/api/user/passes');
  const lastDay = new Date(lot?.expiresAt ?? '');
  const months = (instant: Date) =>
    Number(toLondonDay(instant).slice(0, 4)) * 12 + Number(toLondonDay(instant).slice(5, 7));
  texts.given_pass_months = `${months(lastDay) - months(await studio.clock.now())} month`;
  await studio.clock.moveTo(new Date(lastDay.getTime() - 48 * 3_600_000));
  await studio.startDay();
  const { bookingId } = await gil.book(await studio.schedule(studio.at(0, '20:00')));
  const path = `/api/admin/remove-booking/${bookingId}`;
  const { effects } = await studio.admin.expect(dryRunAnswer, 'DELETE', `${path}?dryRun=true`);
  await studio.admin.call('DELETE', path);
  passReturnedAt = await studio.clock.now();
  await studio.settle();
  texts.returned_pass_grace_days = `${effects.summary.join(' ')} ${await readLatest(gil, 'booking-cancelled')}`;
}

/** A membership whose next period is paused, once it runs again: too late for another pause, and too often. */
async function readPauseTexts(): Promise<void> {
  const { client: member } = await studio.addMember('hal', 0);
  const { redirectUrl } = await member.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  expect(await payOnPage(redirectUrl)).toBe(303);
  const read = () => member.expect(membershipAnswer, 'GET', '/api/membership');
  await waitFor(async () => (await read()).status === 'active');
  const { id, currentPeriodEnd } = await read();
  const path = `/api/membership/${id}/pause`;
  const moveTo = (instant: string | null, hours: number) =>
    studio.clock.moveTo(new Date(Date.parse(instant ?? '') + hours * 3_600_000));
  await moveTo(currentPeriodEnd, -73);
  const { until } = await member.expect(pauseMembershipAnswer, 'POST', path);
  await moveTo(until, 1);
  await waitFor(async () => (await read()).currentPeriodStart === until);
  const tooOften = refusalText(await member.call('POST', path));
  texts.pauses_allowed = tooOften;
  texts.pauses_within_days = tooOften;
  await moveTo((await read()).currentPeriodEnd, -71);
  texts.pause_notice_hours = refusalText(await member.call('POST', path));
}

beforeAll(async () => {
  studio = await TimetableStudio.start();
  await studio.startDay('12:00');
  const changes = ruleKeys.map((key) => ({ key, value: otherValues[key] }));
  expect((await studio.admin.call('POST', '/api/admin/settings', { changes })).status).toBe(200);
  texts.booking_window_days = await readWindowTexts();
  await readOfferTexts();
  await readLaterTexts();
  await readLateTexts();
  const monday = new Date(studio.at(3, '12:00'));
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  const { weeklyData } = await studio.admin.expect(
    weeklyAnalyticsAnswer,
    'GET',
    `/api/admin/weekly-analytics?weekStartDate=${toLondonDay(monday)}`,
  );
  texts.instructor_fee_pence = JSON.stringify(weeklyData);
  await readPassTexts();
  await readPauseTexts();
});

it('has another value than the default for every rule', () => {
  for (const key of ruleKeys) expect(otherValues[key]).not.toBe(ruleDefinitions[key].default);
});

/** For each rule: texts that must state its other value, and texts of the default that must be missing. */
const rows: readonly [
  RuleKey,
  stated: readonly (string | RegExp)[],
  missing: readonly (string | RegExp)[],
][] = [
  [
    'free_cancellation_hours',
    [
      // The email and the calendar file of a booking for 10:00.
      /Free to cancel until \w+ \d+ \w+, 04:00/,
      /DESCRIPTION:.*Free to cancel until \w+ \d+ \w+, 04:00/,
      /If you cancel after \w+ \d+ \w+, 04:00, no pass comes back/,
      'It is less than 6 hours to the class: if you cancel, no pass comes back',
      'Less than 6 hours away: no pass comes back',
      'It is less than 6 hours before this class, so it can no longer be moved',
      'It was less than 6 hours before the class. If someone else takes your place',
    ],
    ['24 hours', /until \w+ \d+ \w+, 10:00/],
  ],
  [
    'booking_window_days',
    ['any class up to 21 days ahead', 'Classes open 21 days ahead'],
    ['seven days', '7 days'],
  ],
  ['priority_booking_hours', ['03:00'], ['12:00']],
  ['auto_book_until_hours', ['waitlist-offered'], ['waitlist-booked']],
  ['offer_minutes', [/until \w+ \d+ \w+, 21:15/], [', 21:00']],
  ['quiet_from', [/until \w+ \d+ \w+, 22:00/], ['07:']],
  ['quiet_until', [/until \w+ \d+ \w+, 06:15/], [', 07:30']],
  ['broadcast_under_hours', ['waitlist-announced'], ['waitlist-offered']],
  ['returned_pass_grace_days', ['It would lapse within 10 days, so its time is extended'], ['within 7 days']],
  ['given_pass_months', ['1 month'], ['3 month']],
  [
    'late_cancel_refill',
    ['Someone else has taken your place since, so the pass came back', 'passes: 1'],
    ['passes: 0'],
  ],
  ['pause_notice_hours', ['at least 72 hours before the charge'], ['48 hours']],
  ['pauses_allowed', ['can be paused once in'], ['twice']],
  ['pauses_within_days', ['in 200 days'], ['365 days']],
  ['instructor_fee_pence', ['"instructorFee":4200'], ['"instructorFee":3000']],
];

it('has a row for every rule', () =>
  expect(rows.map(([key]) => key).toSorted()).toEqual([...ruleKeys].sort()));

it.each(rows)('states another %s, and not the default', (key, stated, missing) => {
  for (const text of stated) expect(read(key)).toMatch(text);
  for (const text of missing) expect(read(key)).not.toMatch(text);
});

it('shows the member until when a returned pass lasts', () => {
  const until = new Date(passReturnedAt.getTime() + 10 * millisecondsInDay);
  expect(read('returned_pass_grace_days')).toContain(`to use by ${formatLongDay(until)}`);
});

it('sends no email with a default in its text', async () => {
  // A reminder counts the days that are left, and any time on the clock can be a deadline.
  const mails = (await readOutbox()).filter(({ kind }) => kind !== 'pass-expiring');
  expect(new Set(mails.map(({ kind }) => kind)).size).toBeGreaterThan(6);
  const defaults =
    /\b(24|26|two|2) hours|twenty-four|\b(seven|7) days|\b30 minutes|half an hour|\b(three|3) months/i;
  expect(mails.filter(({ text }) => defaults.test(flatten(text))).map(({ text }) => text)).toEqual([]);
});
