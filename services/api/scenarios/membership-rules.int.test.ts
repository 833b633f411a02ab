import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { myBookingsAnswer } from '#services/contract/bookings.ts';
import {
  membershipAnswer,
  membershipAvailabilityAnswer,
  membershipRedirectAnswer,
} from '#services/contract/membership.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { loseWebhooksDuring } from '../testing/lost-webhooks.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

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
  expect(await payOnPage(redirectUrl)).toBe(303);
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

const subscriptionAtStripe = z.object({
  status: z.string(),
  latest_invoice: z.object({ status: z.string(), next_payment_attempt: z.number().nullable() }),
});
const stripe = (method: string, subscriptionId: string, query = '') =>
  fetch(`${base}/sandbox/stripe/v1/subscriptions/${subscriptionId}${query}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
async function readAtStripe(subscriptionId: string) {
  const answer = await stripe('GET', subscriptionId, '?expand[]=latest_invoice');
  return subscriptionAtStripe.parse(await answer.json());
}

/** Starts a membership whose second month is refused, on the evening of whose day a class is booked. */
async function startUnpaidMembership(email: string) {
  const member = await startMembership(email);
  const { id, currentPeriodEnd } = await readMembership(member);
  const [row] = await studio.query('SELECT stripe_subscription_id AS id FROM memberships WHERE id = $1', [
    id,
  ]);
  const subscriptionId = String(row?.id);
  await postForm(`${base}/sandbox/stripe/dashboard/subscriptions/${subscriptionId}`, { action: 'fail' });
  const lastDay = toLondonDay(new Date(currentPeriodEnd ?? ''));
  await clock.moveTo(toLondonInstant(addDaysToDay(lastDay, -2), '10:00'));
  const bookingId = await book(member, await schedule(lastDay));
  await clock.moveTo(new Date(Date.parse(currentPeriodEnd ?? '') + millisecondsInHour));
  await waitFor(async () => (await readMembership(member)).status === 'past_due');
  return { member, id, subscriptionId, bookingId };
}
const readBookingStatus = async (member: StudioClient, bookingId: number) => {
  const { bookings } = await member.expect(myBookingsAnswer, 'GET', '/api/my-bookings');
  return bookings.find(({ id }) => id === bookingId)?.status;
};

it('ends an unpaid membership immediately for its member: nothing is tried again, and bookings stay', async () => {
  const { member, id, subscriptionId, bookingId } = await startUnpaidMembership('ann.leaves@example.com');
  expect((await readAtStripe(subscriptionId)).latest_invoice.status).toBe('open');
  const answer = await member.call('POST', `/api/membership/${id}/cancel`, { when: 'now' });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(await readAtStripe(subscriptionId)).toMatchObject({
    status: 'canceled',
    latest_invoice: { status: 'void', next_payment_attempt: null },
  });
  await waitFor(async () => (await readMembership(member)).status === 'ended');
  expect(await readBookingStatus(member, bookingId)).toBe('confirmed');
  await clock.advance('P10D');
  expect((await readAtStripe(subscriptionId)).latest_invoice.status).toBe('void');
  // The way back is open.
  expect((await member.call('POST', '/api/membership/subscribe')).status).toBe(200);
});

it('completes by the sweep what a crash cut off after Stripe ended an unpaid membership', async () => {
  const { member, subscriptionId, bookingId } = await startUnpaidMembership('ann.crashes@example.com');
  await loseWebhooksDuring(studio, async () => {
    expect((await stripe('DELETE', subscriptionId)).status).toBe(200);
    expect((await readAtStripe(subscriptionId)).latest_invoice.status).toBe('open');
    await clock.advance('PT31M');
    await waitFor(async () => (await readMembership(member)).status === 'ended');
    expect((await readAtStripe(subscriptionId)).latest_invoice.status).toBe('void');
    expect(await readBookingStatus(member, bookingId)).toBe('confirmed');
  });
});

it('keeps an unpaid membership that was cancelled for its month, and charges only the next', async () => {
  const { member, id, subscriptionId } = await startUnpaidMembership('ann.stays@example.com');
  expect((await admin.call('POST', `/api/admin/memberships/${id}/cancel`)).status).toBe(200);
  const cancelled = await readMembership(member);
  expect(cancelled).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true, openPayment: null });
  expect(cancelled.endsAt).not.toBeNull();
  expect((await admin.call('POST', `/api/admin/memberships/${id}/resume`)).status).toBe(200);
  const resumed = await readMembership(member);
  expect(resumed).toMatchObject({ cancelAtPeriodEnd: false, nextBillingDate: cancelled.endsAt });
  await postForm(`${base}/sandbox/stripe/dashboard/subscriptions/${subscriptionId}`, { action: 'work' });
  await clock.moveTo(new Date(Date.parse(resumed.nextBillingDate ?? '') + millisecondsInHour));
  await waitUntilActive(member);
  const [row] = await studio.query(
    'SELECT count(*)::int AS paid FROM membership_payments WHERE membership_id = $1',
    [id],
  );
  expect(row).toEqual({ paid: 2 });
});
