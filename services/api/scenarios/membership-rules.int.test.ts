import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import {
  membershipAnswer,
  membershipAvailabilityAnswer,
  membershipRedirectAnswer,
} from '#services/contract/membership.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { loseWebhooksDuring } from '../testing/lost-webhooks.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

// Most tests move the clock over a month.
vi.setConfig({ testTimeout: 120_000 });

let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  base = studio.process.base;
  clock = new SandboxClock(base);
  visitor = new StudioClient(base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

const readMembership = (member: StudioClient) => member.expect(membershipAnswer, 'GET', '/api/membership');
/** Resolves when the membership is active and its passes are granted, which is an event of another stream. */
const waitUntilActive = (member: StudioClient) =>
  waitFor(async () => {
    const { status, remainingPasses } = await readMembership(member);
    return status === 'active' && remainingPasses === 12;
  });
const postForm = (url: string, fields: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });

/** Signs up a member and pays the first month at noon of the next day. */
async function startMembership(email: string): Promise<StudioClient> {
  const today = toLondonDay(await clock.now());
  await clock.moveTo(toLondonInstant(addDaysToDay(today, 1), '12:00'));
  const member = await visitor.signUp(email);
  const { redirectUrl } = await member.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  const card = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
  expect((await postForm(redirectUrl, card)).status).toBe(303);
  await waitUntilActive(member);
  return member;
}

/** The body of a class at 21:30 by an instructor of its own. */
async function planClass(date: string) {
  const made = z.object({ instructor: z.object({ id: z.number() }) });
  const { instructor } = await admin.expect(made, 'POST', '/api/admin/instructors', { name: 'Marina Hale' });
  return { name: 'beginner', date, time: '21:30', instructorId: instructor.id };
}
const schedule = async (date: string) => {
  const made = z.object({ class: z.object({ id: z.number() }) });
  return (await admin.expect(made, 'POST', '/api/admin/classes', await planClass(date))).class.id;
};
const book = async (member: StudioClient, classId: number) =>
  (await member.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', { classId })).bookingId;

it('returns no pass to the next month for a class of the month before', async () => {
  const ann = await startMembership('ann.cancels@example.com');
  const now = await clock.now();
  const { currentPeriodEnd, currentPeriodStart } = await readMembership(ann);
  expect(currentPeriodStart?.slice(0, 10)).toBe(now.toISOString().slice(0, 10));
  const lastDay = toLondonDay(new Date(currentPeriodEnd ?? ''));
  await clock.moveTo(toLondonInstant(addDaysToDay(lastDay, -2), '10:00'));
  // A class after the end of the period cannot be booked with the period's lot.
  const beyond = await ann.call('POST', '/api/bookings', {
    classId: await schedule(addDaysToDay(lastDay, 1)),
  });
  expect(beyond.status).toBe(402);

  const cancel = async (bookingId: number) =>
    z
      .object({
        refunded: z.boolean(),
        creditsRemaining: z.number(),
        passName: z.string(),
        passExpiresAt: z.string(),
      })
      .parse((await ann.call('POST', '/api/cancel-booking', { bookingId })).body);

  const bookingId = await book(ann, await schedule(lastDay));
  await clock.moveTo(new Date(Date.parse(currentPeriodEnd ?? '') + millisecondsInHour));
  expect(await readMembership(ann)).toMatchObject({ status: 'active', remainingPasses: 12 });
  expect(await cancel(bookingId)).toMatchObject({ refunded: false, creditsRemaining: 12 });
  expect(await readMembership(ann)).toMatchObject({ remainingPasses: 12 });
});

it('returns the pass of a class that the studio moved into the next month, valid for seven days', async () => {
  const ann = await startMembership('ann.moved@example.com');
  const { currentPeriodEnd } = await readMembership(ann);
  const lastDay = toLondonDay(new Date(currentPeriodEnd ?? ''));
  await clock.moveTo(toLondonInstant(addDaysToDay(lastDay, -2), '10:00'));
  const classId = await schedule(addDaysToDay(lastDay, -1));
  const bookingId = await book(ann, classId);
  const moved = await admin.call(
    'PUT',
    `/api/admin/classes/${classId}`,
    await planClass(addDaysToDay(lastDay, 2)),
  );
  expect(moved.status).toBe(200);
  await clock.moveTo(new Date(Date.parse(currentPeriodEnd ?? '') + millisecondsInHour));
  const answer = await ann.call('POST', '/api/cancel-booking', { bookingId });
  expect(answer.body).toMatchObject({
    refunded: true,
    passPaidBack: false,
    passName: 'Monthly Membership',
    creditsRemaining: 13,
  });
  const { passExpiresAt } = z.object({ passExpiresAt: z.string() }).parse(answer.body);
  expect(toLondonDay(new Date(passExpiresAt))).toBe(addDaysToDay(toLondonDay(await clock.now()), 7));
  // The new month has its own twelve passes and no more.
  expect(await readMembership(ann)).toMatchObject({ remainingPasses: 12 });
});

it('refuses to start a membership while memberships are closed', async () => {
  const set = (value: string) =>
    admin.call('POST', '/api/admin/settings', { key: 'membership_availability', value });
  const seen = async () =>
    (await visitor.expect(membershipAvailabilityAnswer, 'GET', '/api/settings/membership_availability'))
      .setting.value;
  const bea = await visitor.signUp('bea.closed@example.com');
  onTestFinished(async () => void (await set('open')));
  expect((await set('closed')).status).toBe(200);
  expect(await seen()).toBe('closed');
  const refused = await bea.call('POST', '/api/create-membership-subscription');
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'MEMBERSHIPS_CLOSED' }]);
  expect((await set('open')).status).toBe(200);
  expect((await bea.call('POST', '/api/create-membership-subscription')).status).toBe(200);
  expect(
    (await bea.call('POST', '/api/admin/settings', { key: 'membership_availability', value: 'open' })).status,
  ).toBe(403);
});

it('renews by the sweep when every webhook is lost', async () => {
  const ann = await startMembership('ann.renews@example.com');
  await loseWebhooksDuring(studio, async () => {
    const { currentPeriodEnd: end } = await readMembership(ann);
    await clock.moveTo(new Date(Date.parse(end ?? '') + 2 * millisecondsInHour));
    await waitFor(async () => (await readMembership(ann)).currentPeriodStart === end);
    await waitUntilActive(ann);
    expect(await readMembership(ann)).toMatchObject({ status: 'active', remainingPasses: 12 });
  });
});

it('lets a member book from midnight seven days ahead, and a pass holder from noon', async () => {
  const ann = await startMembership('ann.books@example.com');
  const holder = await visitor.signUp('holder.books@example.com');
  expect((await holder.buy(5)).status).toBe(200);
  const opening = addDaysToDay(toLondonDay(await clock.now()), 1);
  const classId = await schedule(addDaysToDay(opening, 7));
  const tryToBook = async (client: StudioClient) =>
    (await client.call('POST', '/api/bookings', { classId })).status;
  const bookBothAt = async (day: string, time: string) => {
    await clock.moveTo(toLondonInstant(day, time));
    return [await tryToBook(ann), await tryToBook(holder)];
  };
  expect(await bookBothAt(addDaysToDay(opening, -1), '23:59')).toEqual([409, 409]);
  expect(await bookBothAt(opening, '00:00')).toEqual([200, 409]);
  expect(await bookBothAt(opening, '11:59')).toEqual([200, 409]);
  expect(await bookBothAt(opening, '12:00')).toEqual([200, 200]);
});

it('revokes the unused passes of a refunded month', async () => {
  const ann = await startMembership('ann.refunded@example.com');
  const { id: membershipId } = await readMembership(ann);
  const [row] = await studio.query(
    'SELECT payment_intent_id AS id FROM membership_payments WHERE membership_id = $1',
    [membershipId],
  );
  const answer = await postForm(`${base}/sandbox/stripe/dashboard/payments/${row?.id}/refund`, {});
  expect(answer.status).toBe(303);
  await waitFor(async () => (await readMembership(ann)).remainingPasses === 0);
  expect((await readMembership(ann)).status).toBe('active');
});
