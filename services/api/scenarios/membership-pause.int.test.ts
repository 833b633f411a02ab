import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { formatDay, formatLongDay, toLondonDay, toLondonTime } from '#domain/london-time.ts';
import { dryRunAnswer } from '#services/contract/dry-run.ts';
import {
  adminMembershipsAnswer,
  pauseMembershipAnswer,
  pausePreviewAnswer,
  resumeMembershipAnswer,
} from '#services/contract/membership.ts';
import { personAnswer } from '#services/contract/person.ts';
import { userPassesAnswer } from '#services/contract/wallet.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { loseWebhooksDuring } from '../testing/lost-webhooks.fixture.ts';
import {
  add,
  openPausingStudio,
  type PausingStudio,
  readMembership,
  refusal,
  startMembership,
  waitUntilActive,
  webhookSecret,
} from '../testing/pausing-members.fixture.ts';
import { expectReplaysToChangeNothing } from '../testing/replayed-webhooks.fixture.ts';
import type { RunningStudio } from '../testing/running-studio.fixture.ts';
import type { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

// The clock moves by more than a year.
const singleClass = 3;

let pausing: PausingStudio;
let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let admin: StudioClient;
let instructorId: number;
beforeAll(async () => {
  pausing = await openPausingStudio();
  ({ studio, base, clock, admin } = pausing);
  const made = z.object({ instructor: z.object({ id: z.number() }) });
  const body = { name: 'Marina Hale' };
  instructorId = (await admin.expect(made, 'POST', '/api/admin/instructors', body)).instructor.id;
});
afterAll(() => studio?.remove());

/** A membership that begins on the next such day. */
async function start(name: string, month: number, day: number | (() => number)) {
  await pausing.moveToNext(month, typeof day === 'number' ? () => day : day);
  return startMembership(studio, name);
}

/** Schedules a class at an instant and returns its id. */
async function schedule(at: Date): Promise<number> {
  const plan = { name: 'beginner', date: toLondonDay(at), time: toLondonTime(at), instructorId };
  const made = z.object({ class: z.object({ id: z.number() }) });
  return (await admin.expect(made, 'POST', '/api/admin/classes', plan)).class.id;
}
const book = (member: StudioClient, classId: number) => member.call('POST', '/api/bookings', { classId });
const hours = (count: number) => count * millisecondsInHour;

/** Lets the clock pass the end of a period that is charged. */
async function renew({ member }: { member: StudioClient }): Promise<Date> {
  const { currentPeriodEnd: end } = await readMembership(member);
  await clock.moveTo(add(new Date(end ?? ''), hours(1)));
  await waitFor(async () => (await readMembership(member)).currentPeriodStart === end);
  await waitUntilActive(member);
  return new Date((await readMembership(member)).currentPeriodEnd ?? '');
}

it('pauses through a renewal: no charge, no passes, no booking on it, and both again after it', async () => {
  const ann = await start('ann', 1, () => pausing.lastSundayOf(3));
  const { member } = ann;
  // The pause begins on the day on which the clocks go forward.
  const periodEnd = await renew(ann);
  expect(toLondonDay(periodEnd)).toBe(toLondonDay(pausing.at(3, pausing.lastSundayOf(3))));
  // A class within the pause, booked with a pass that was bought.
  await clock.moveTo(add(periodEnd, -hours(50)));
  expect((await member.buy(singleClass)).status).toBe(200);
  const within = await schedule(add(periodEnd, 2 * millisecondsInDay));
  expect((await book(member, within)).status).toBe(200);
  const preview = await member.expect(pausePreviewAnswer, 'POST', `${ann.path}?dryRun=true`);
  expect(preview).toMatchObject({ from: periodEnd.toISOString(), pricePence: 18_000, passes: 12 });
  expect(toLondonDay(new Date(preview.until)).slice(0, 7)).toBe(toLondonDay(pausing.at(4, 1)).slice(0, 7));
  expect(preview.bookings).toMatchObject([{ classId: within, className: 'Beginner' }]);
  expect(preview.summary.join(' ')).toContain(
    `on ${formatDay(preview.until)} we take £180.00, and you get 12 passes`,
  );
  expect((await readMembership(member)).pause).toBeNull();

  const { from, until } = await ann.pause();
  expect([from, until]).toEqual([preview.from, preview.until]);
  const ahead = await readMembership(member);
  expect(ahead).toMatchObject({ status: 'active', pause: { from, until }, nextBillingDate: until });
  expect(ahead.remainingPasses).toBe(12);

  await clock.moveTo(add(periodEnd, hours(30)));
  const paused = await readMembership(member);
  expect(paused).toMatchObject({ status: 'paused', remainingPasses: 0, nextBillingDate: until });
  // The bought pass is used up, so there is nothing to book with.
  const other = await schedule(add(periodEnd, 3 * millisecondsInDay));
  expect(await refusal(book(member, other))).toEqual([402, 'NO_PASS']);
  expect(await refusal(member.call('POST', '/api/membership/subscribe'))).toEqual([409, 'ALREADY_MEMBER']);
  expect(await refusal(member.call('DELETE', ann.path))).toEqual([409, 'NO_PAUSE_PLANNED']);
  const { memberships, statistics } = await admin.expect(
    adminMembershipsAnswer,
    'GET',
    '/api/admin/memberships',
  );
  expect(memberships.find(({ id }) => id === ann.id)).toMatchObject({
    status: 'paused',
    pause: { from, until },
  });
  expect(statistics).toMatchObject({ active: 0, paused: 1, monthlyRevenuePence: 0 });
  expect(await ann.readPayments()).toHaveLength(2);

  await clock.moveTo(add(new Date(until), hours(2)));
  await waitUntilActive(member);
  expect(await readMembership(member)).toMatchObject({
    status: 'active',
    pause: null,
    currentPeriodStart: until,
  });
  expect(await ann.readPayments()).toEqual([
    { from: expect.any(Date), pence: 18_000 },
    { from: expect.any(Date), pence: 18_000 },
    { from: new Date(until), pence: 18_000 },
  ]);
  const lots = await member.expect(userPassesAnswer, 'GET', '/api/user/passes');
  expect(lots.filter(({ passName }) => passName === 'Monthly Membership')).toHaveLength(3);
  expect(await ann.readTypes()).toEqual([
    'Started',
    'Renewed',
    'PausePlanned',
    'Paused',
    'Resumed',
    'Renewed',
  ]);
  const mails = (await ann.readMails()).slice(-3);
  const day = (instant: Date | string, days = 0) =>
    toLondonDay(add(new Date(instant), days * millisecondsInDay));
  expect(mails.map(({ kind, sentAt }) => `${day(sentAt)} ${kind}`)).toEqual([
    `${day(add(periodEnd, -hours(50)))} membership-pause`,
    `${day(until, -3)} membership-reminder`,
    `${day(until)} membership-renewed`,
  ]);
  expect(mails[0]?.text).toContain(`${formatLongDay(from)} to ${formatLongDay(until)}`);
  expect(mails[1]?.text).toContain('Your membership is paused until then');
  await ann.leave();
});

it('a pause is requested until 48 hours before the charge, and withdrawn until it begins', async () => {
  const bea = await start('bea', 8, () => pausing.lastSundayOf(10));
  const { member, periodEnd } = bea;
  // The clock runs on while the page is read.
  await clock.moveTo(add(periodEnd, -hours(48.1)));
  expect((await readMembership(member)).nextBillingDate).toBe(periodEnd.toISOString());
  await bea.pause();
  await clock.moveTo(add(periodEnd, -hours(1)));
  const { nextBillingDate } = await member.expect(resumeMembershipAnswer, 'DELETE', bea.path);
  expect(nextBillingDate).toBe(periodEnd.toISOString());
  expect(await refusal(member.call('POST', bea.path))).toEqual([409, 'PAUSE_TOO_LATE']);
  // The next period ends on the day on which the clocks go back: 48 hours are those of the clock of the world.
  const end = await renew(bea);
  expect(toLondonDay(end)).toBe(toLondonDay(pausing.at(10, pausing.lastSundayOf(10))));
  expect(await bea.readPayments()).toHaveLength(2);
  await clock.moveTo(add(end, -hours(47)));
  expect(await refusal(member.call('POST', bea.path))).toEqual([409, 'PAUSE_TOO_LATE']);
  expect(await bea.readTypes()).toEqual(['Started', 'PausePlanned', 'PauseWithdrawn', 'Renewed']);
  const kinds = (await bea.readMails()).map(({ kind }) => kind.replace('membership-', ''));
  expect(kinds.filter((kind) => kind.startsWith('pause'))).toEqual(['pause', 'pause-withdrawn']);
  await bea.leave();
});

it('makes one pause of two concurrent requests, which staff see and withdraw', async () => {
  const cat = await start('cat', 11, 5);
  const { member, id } = cat;
  const answers = await Promise.all([member.call('POST', cat.path), member.call('POST', cat.path)]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await cat.readTypes()).toEqual(['Started', 'PausePlanned']);
  expect(await refusal(member.call('POST', cat.path))).toEqual([409, 'PAUSE_NOT_POSSIBLE']);
  expect(
    await refusal(member.call('POST', `/api/membership/${id}/plan`, { planId: 1, when: 'renewal' })),
  ).toEqual([409, 'PLAN_CHANGE_NOT_POSSIBLE']);

  const other = await new StudioClient(base).signUp('dan.pauses@example.com');
  for (const method of ['POST', 'DELETE'])
    expect(await refusal(other.call(method, cat.path))).toEqual([404, 'MEMBERSHIP_NOT_FOUND']);
  expect((await other.call('POST', `/api/admin/memberships/${id}/pause`)).status).toBe(403);

  const staffPath = `/api/admin/memberships/${id}/pause`;
  await admin.expect(resumeMembershipAnswer, 'DELETE', staffPath);
  const { effects } = await admin.expect(dryRunAnswer, 'POST', `${staffPath}?dryRun=true`);
  expect(effects.summary.join(' ')).toContain('No class is booked in this time.');
  const paused = await admin.expect(pauseMembershipAnswer, 'POST', staffPath);
  const memberId = z
    .object({ user: z.object({ id: z.string() }) })
    .parse((await member.call('GET', '/api/auth/user')).body).user.id;
  const { person } = await admin.expect(
    z.object({ person: personAnswer.shape.person }),
    'GET',
    `/api/admin/members/${memberId}`,
  );
  expect(person).toMatchObject({ membership: { pause: { from: paused.from, until: paused.until } } });
  await admin.expect(resumeMembershipAnswer, 'DELETE', staffPath);
  await cat.leave();
});

it('a pause is refused while a payment is open', async () => {
  const eve = await start('eve', 12, 1);
  const [row] = await studio.query('SELECT stripe_subscription_id AS id FROM memberships WHERE id = $1', [
    eve.id,
  ]);
  await fetch(`${base}/sandbox/stripe/dashboard/subscriptions/${row?.id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ action: 'fail' }),
  });
  await clock.moveTo(add(eve.periodEnd, hours(1)));
  await waitFor(async () => (await readMembership(eve.member)).status === 'past_due');
  const { status, body } = await eve.member.call('POST', eve.path);
  expect([status, body]).toMatchObject([409, { code: 'PAUSE_NOT_POSSIBLE' }]);
  expect(z.object({ error: z.string() }).parse(body).error).toContain('The last payment');
  await eve.leave();
});

it('begins and ends by the sweep when every webhook is lost, and can be cancelled while it runs', async () => {
  const fay = await start('fay', 1, 10);
  const { from, until } = await fay.pause();
  const passWithoutWebhooks = async (instant: string, status: string) => {
    await clock.moveTo(add(new Date(instant), -hours(1)));
    await loseWebhooksDuring(studio, async () => {
      await clock.moveTo(add(new Date(instant), hours(2)));
      await waitFor(async () => (await readMembership(fay.member)).status === status);
    });
  };
  await passWithoutWebhooks(from, 'paused');
  expect((await fay.member.call('POST', `/api/membership/${fay.id}/cancel`)).body).toMatchObject({
    endsAt: until,
  });
  expect((await fay.member.call('POST', `/api/membership/${fay.id}/resume`)).body).toMatchObject({
    nextBillingDate: until,
  });
  await passWithoutWebhooks(until, 'active');
  await waitUntilActive(fay.member);
  expect(await fay.readPayments()).toHaveLength(2);
  await fay.leave();
});

it('happens twice in 365 days, and not a third time', async () => {
  const gus = await start('gus', 3, 20);
  const path = `/api/admin/memberships/${gus.id}/pause`;
  for (let pauses = 0; pauses < 2; pauses += 1) {
    const { until } = await admin.expect(pauseMembershipAnswer, 'POST', path);
    await clock.moveTo(add(new Date(until), hours(1)));
    await waitUntilActive(gus.member);
  }
  expect(await refusal(admin.call('POST', path))).toEqual([409, 'PAUSE_TOO_OFTEN']);
  expect(await refusal(admin.call('POST', `${path}?dryRun=true`))).toEqual([409, 'PAUSE_TOO_OFTEN']);
  const more = { key: 'pauses_allowed', value: '3' };
  expect((await admin.call('POST', '/api/admin/settings', more)).status).toBe(200);
  await admin.expect(pauseMembershipAnswer, 'POST', path);
  await admin.expect(resumeMembershipAnswer, 'DELETE', path);
  await admin.call('POST', '/api/admin/settings', { ...more, value: '2' });
  await gus.leave();
});

it('a pause ends the same when every webhook comes twice and in any order, and the ledger adds up', async () => {
  const hal = await start('hal', 6, 15);
  const { until } = await hal.pause();
  await clock.moveTo(add(new Date(until), hours(2)));
  await waitUntilActive(hal.member);
  for (let renewals = 0; renewals < 3; renewals += 1) await renew(hal);
  expect(await hal.readPayments()).toHaveLength(5);
  await hal.leave();
  await expectReplaysToChangeNothing({ studio, webhookSecret, atLeast: 30 }, async () => ({
    memberships: await studio.query('SELECT * FROM memberships ORDER BY id'),
    payments: await studio.query('SELECT * FROM membership_payments ORDER BY invoice_id'),
  }));
  expect((await verifyStore(admin)).events.exceptions).toEqual([]);
});
