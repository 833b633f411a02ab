import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { createLogEnd } from '#infra/event-store/log-end.ts';
import {
  membershipAnswer,
  membershipAvailabilityAnswer,
  membershipRedirectAnswer,
} from '#services/contract/membership.ts';
import { lotHistoryAnswer, userPassesAnswer } from '#services/contract/wallet.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const email = 'ann.yearly@example.com';
const webhookSecret = 'whsec_of_this_test';

let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let ann: StudioClient;
let admin: StudioClient;
/** The months of the membership by their first days, and the day on which the last one ends: begun on 31 January. */
let days: string[];
const dayOf = (period: number) => days[period] ?? '';

beforeAll(async () => {
  studio = await startRunningStudio({ STRIPE_WEBHOOK_SECRET: webhookSecret });
  base = studio.process.base;
  clock = new SandboxClock(base);
  const year = (await clock.now()).getUTCFullYear() + 1;
  // The last day of each month: what the 31st becomes where there is none.
  days = Array.from({ length: 13 }, (_, month) =>
    new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10),
  );
  await clock.moveTo(toLondonInstant(dayOf(0), '10:00'));
  const visitor = new StudioClient(base);
  ann = await visitor.signUp(email, 'Ann Yearly');
  admin = await visitor.staff('admin');
});
afterAll(() => studio.remove());

const membership = () => ann.expect(membershipAnswer, 'GET', '/api/membership');
/** Begun or renewed, and its passes granted, which is another stream's. */
const runs = () =>
  waitFor(async () => {
    const { status, remainingPasses } = await membership();
    return status === 'active' && remainingPasses === 12;
  });
const lots = () => ann.expect(userPassesAnswer, 'GET', '/api/user/passes');
const postForm = (path: string, fields: Record<string, string>) =>
  fetch(path.startsWith('http') ? path : base + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
const goodCard = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
const dashboard = async (action: string) => {
  const [row] = await studio.query('SELECT stripe_subscription_id AS id FROM memberships');
  const answer = await postForm(`/sandbox/stripe/dashboard/subscriptions/${row?.id}`, { action });
  expect(answer.status).toBe(303);
};

async function mails(): Promise<string[]> {
  const all = z
    .array(z.object({ to: z.string(), kind: z.string(), sentAt: z.string() }))
    .parse(await (await fetch(`${base}/sandbox/outbox.json?limit=100000`)).json());
  return all
    .filter(({ to, kind }) => to === email && kind.startsWith('membership'))
    .toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    .map(({ kind, sentAt }) => `${toLondonDay(new Date(sentAt))} ${kind.replace('membership-', '')}`);
}

/** All that was recorded of the membership and its wallet, in order: day, event, and what counts of it. */
async function recorded(): Promise<string[]> {
  const histories = [];
  for (const lot of await lots()) {
    const { entries } = await ann.expect(lotHistoryAnswer, 'GET', `/api/user/passes/${lot.id}/history`);
    histories.push(...entries);
  }
  return histories
    .toSorted((a, b) => Number(a.position) - Number(b.position))
    .map(({ at, type, passes, balance }) => `${toLondonDay(new Date(at))} ${type} ${passes} → ${balance}`);
}

it('twelve months, one of them paid late', { timeout: 120_000 }, async () => {
  // 31 January: paid on Stripe's page.
  const { redirectUrl } = await ann.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  const paid = await postForm(redirectUrl, goodCard);
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('session_id=cs_'),
  ]);
  await runs();
  const begun = await membership();
  // The clock runs on while the page is paid.
  const late = Date.parse(begun.startDate ?? '') - toLondonInstant(dayOf(0), '10:00').getTime();
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(60_000);
  expect(begun).toMatchObject({
    monthlyPasses: 12,
    remainingPasses: 12,
    monthlyCredits: 12,
    remainingCredits: 12,
    nextBillingDate: new Date(toLondonInstant(dayOf(1), '10:00').getTime() + late).toISOString(),
    cancelAtPeriodEnd: false,
  });

  for (let period = 1; period < 12; period += 1) {
    if (period === 5) {
      // The card is refused on the day, a day later and on the third; on the fourth she pays by another.
      await dashboard('fail');
      await clock.moveTo(toLondonInstant(addDaysToDay(dayOf(5), 4), '12:00'));
      const late = await membership();
      expect(late).toMatchObject({ status: 'past_due', remainingPasses: 0, nextBillingDate: null });
      expect((await postForm(late.openPayment?.url ?? '', goodCard)).status).toBe(303);
      await runs();
    } else {
      await clock.moveTo(toLondonInstant(dayOf(period), '12:00'));
    }
    expect(await membership()).toMatchObject({ status: 'active', remainingPasses: 12 });
    const end = toLondonDay(new Date((await membership()).currentPeriodEnd ?? ''));
    expect(end).toBe(dayOf(period + 1));
  }

  // In the last month she has it end.
  const { id } = await membership();
  expect((await ann.call('POST', `/api/membership/${id}/cancel`)).status).toBe(200);
  await clock.moveTo(toLondonInstant(addDaysToDay(dayOf(12), 1), '12:00'));
  expect(await membership()).toMatchObject({ status: 'ended', remainingPasses: 0, nextBillingDate: null });

  const renewals = Array.from({ length: 11 }, (_, index) => index + 1);
  const paidOn = (period: number) => (period === 5 ? addDaysToDay(dayOf(5), 4) : dayOf(period));
  // Each period: its passes, and the end of the one before.
  expect(await recorded()).toEqual([
    `${dayOf(0)} LotGranted 12 → 12`,
    ...renewals.flatMap((period) =>
      period === 5
        ? // The old month lapses at the end of its last day; the new one waits for its money.
          [`${addDaysToDay(dayOf(5), 1)} LotExpired 12 → 0`, `${paidOn(5)} LotGranted 12 → 12`]
        : [
            `${dayOf(period)} LotClosed 0 → 12`,
            `${dayOf(period)} LotExpired 12 → 0`,
            `${dayOf(period)} LotGranted 12 → 12`,
          ],
    ),
    `${addDaysToDay(dayOf(12), 1)} LotExpired 12 → 0`,
  ]);
  // Charges.
  const charges = await studio.query(
    'SELECT amount_pence, paid_at, period_start, period_end FROM membership_payments ORDER BY period_start',
  );
  const day = (value: unknown) => toLondonDay(z.date().parse(value));
  expect(
    charges.map((row) => [row.amount_pence, day(row.paid_at), day(row.period_start), day(row.period_end)]),
  ).toEqual([0, ...renewals].map((period) => [18_000, paidOn(period), dayOf(period), dayOf(period + 1)]));
  // Emails.
  expect(await mails()).toEqual([
    `${dayOf(0)} started`,
    ...renewals.flatMap((period) => [
      `${addDaysToDay(dayOf(period), -3)} reminder`,
      ...(period === 5 ? [0, 1, 3].map((after) => `${addDaysToDay(dayOf(5), after)} payment-failed`) : []),
      `${paidOn(period)} renewed`,
    ]),
    `${dayOf(11)} cancelling`,
    `${dayOf(12)} ended`,
  ]);
});

it('every webhook of that year, twice and in random order, changes nothing', {
  timeout: 120_000,
}, async () => {
  const events = z
    .array(z.object({ data: z.object({ id: z.string() }).loose() }))
    .parse(await studio.query("SELECT data FROM sandbox.stripe_objects WHERE kind = 'event'"));
  expect(events.length).toBeGreaterThan(60);
  const { eventStoreUrl } = z
    .object({ eventStoreUrl: z.string() })
    .parse(JSON.parse(await readFile(join(studio.dataDir, 'runtime.json'), 'utf8')));
  const end = createLogEnd(eventStoreUrl);
  const state = async () => ({
    position: await end.position(),
    membership: await membership(),
    lots: await lots(),
    mails: await mails(),
  });
  const before = await state();
  // The inbox forgets what it has seen, so that each is acted on again.
  await studio.query('DELETE FROM stripe_webhooks');
  const shuffled = [...events, ...events]
    .map(({ data }) => ({ data, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at);
  for (const { data } of shuffled) {
    const body = JSON.stringify(data);
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
    expect((await fetch(`${base}/api/webhooks/stripe`, { method: 'POST', headers, body })).status).toBe(200);
  }
  await waitFor(
    async () => {
      const [row] = await studio.query(
        'SELECT count(*)::int AS open FROM stripe_webhooks WHERE processed_at IS NULL',
      );
      return row?.open === 0;
    },
    { timeout: 60_000 },
  );
  expect(await state()).toEqual(before);
  await end.close();
});

let instructorId: number | undefined;
async function plan(date: string) {
  instructorId ??= (
    await admin.expect(
      z.object({ instructor: z.object({ id: z.number() }) }),
      'POST',
      '/api/admin/instructors',
      { name: 'Marina Hale' },
    )
  ).instructor.id;
  return { name: 'beginner', date, time: '21:30', instructorId };
}
const schedule = async (date: string) => {
  const made = z.object({ class: z.object({ id: z.number() }) });
  return (await admin.expect(made, 'POST', '/api/admin/classes', await plan(date))).class.id;
};

it('a class of one month that is cancelled in the next gives nothing to the next, and says so', async () => {
  const { redirectUrl } = await ann.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  const now = await clock.now();
  await postForm(redirectUrl, goodCard);
  await runs();
  const { currentPeriodEnd, currentPeriodStart } = await membership();
  expect(currentPeriodStart?.slice(0, 10)).toBe(now.toISOString().slice(0, 10));
  const lastDay = toLondonDay(new Date(currentPeriodEnd ?? ''));
  await clock.moveTo(toLondonInstant(addDaysToDay(lastDay, -2), '10:00'));
  // A class after the period's end cannot be paid from the period's lot.
  const beyond = await ann.call('POST', '/api/bookings', {
    classId: await schedule(addDaysToDay(lastDay, 1)),
  });
  expect(beyond.status).toBe(402);

  const book = async (date: string) => {
    const classId = await schedule(date);
    const { bookingId } = await ann.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
      classId,
    });
    return { classId, bookingId };
  };
  const cancel = async (bookingId: number) =>
    z
      .object({
        refunded: z.boolean(),
        creditsRemaining: z.number(),
        passName: z.string(),
        passExpiresAt: z.string(),
      })
      .parse((await ann.call('POST', '/api/cancel-booking', { bookingId })).body);

  const { bookingId } = await book(lastDay);
  await clock.moveTo(new Date(Date.parse(currentPeriodEnd ?? '') + millisecondsInHour));
  expect(await membership()).toMatchObject({ status: 'active', remainingPasses: 12 });
  expect(await cancel(bookingId)).toMatchObject({ refunded: false, creditsRemaining: 12 });
  expect(await membership()).toMatchObject({ remainingPasses: 12 });
});

it('a class that the studio moved into the next month gives its pass back to the month before, for seven days', async () => {
  const { currentPeriodEnd } = await membership();
  const lastDay = toLondonDay(new Date(currentPeriodEnd ?? ''));
  await clock.moveTo(toLondonInstant(addDaysToDay(lastDay, -2), '10:00'));
  const classId = await schedule(addDaysToDay(lastDay, -1));
  const { bookingId } = await ann.expect(z.object({ bookingId: z.number() }), 'POST', '/api/bookings', {
    classId,
  });
  const moved = await admin.call(
    'PUT',
    `/api/admin/classes/${classId}`,
    await plan(addDaysToDay(lastDay, 2)),
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
  // The new month has its twelve and no more.
  expect(await membership()).toMatchObject({ remainingPasses: 12 });
});

it('cannot be begun while memberships are closed, and can again when they open', async () => {
  const set = (value: string) =>
    admin.call('POST', '/api/admin/settings', { key: 'membership_availability', value });
  const seen = async () =>
    (
      await new StudioClient(base).expect(
        membershipAvailabilityAnswer,
        'GET',
        '/api/settings/membership_availability',
      )
    ).setting.value;
  const bea = await new StudioClient(base).signUp('bea.yearly@example.com');
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

it('is renewed by the sweep alone when no webhook arrives', async () => {
  await studio.query(`
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'lost'; END $$;
    CREATE TRIGGER lose BEFORE INSERT ON stripe_webhooks FOR EACH ROW EXECUTE FUNCTION lose();`);
  try {
    const { currentPeriodEnd: end } = await membership();
    await clock.moveTo(new Date(Date.parse(end ?? '') + 2 * millisecondsInHour));
    await waitFor(async () => (await membership()).currentPeriodStart === end, { timeout: 20_000 });
    await runs();
    expect(await membership()).toMatchObject({ status: 'active', remainingPasses: 12 });
  } finally {
    await studio.query('DROP TRIGGER lose ON stripe_webhooks; DROP FUNCTION lose');
  }
});

it('books from midnight seven days ahead, and pass holders from noon', async () => {
  const holder = await new StudioClient(base).signUp('holder.yearly@example.com');
  expect((await holder.buy(5)).status).toBe(200);
  const opening = addDaysToDay(toLondonDay(await clock.now()), 1);
  const classId = await schedule(addDaysToDay(opening, 7));
  const book = async (client: StudioClient) =>
    (await client.call('POST', '/api/bookings', { classId })).status;
  const both = async (day: string, time: string) => {
    await clock.moveTo(toLondonInstant(day, time));
    return [await book(ann), await book(holder)];
  };
  expect(await both(addDaysToDay(opening, -1), '23:59')).toEqual([409, 409]);
  expect(await both(opening, '00:00')).toEqual([200, 409]);
  expect(await both(opening, '11:59')).toEqual([200, 409]);
  expect(await both(opening, '12:00')).toEqual([200, 200]);
});

it('a month that is paid back loses the passes nobody used', async () => {
  const [row] = await studio.query(
    'SELECT payment_intent_id AS id FROM membership_payments ORDER BY period_start DESC LIMIT 1',
  );
  const answer = await postForm(`/sandbox/stripe/dashboard/payments/${row?.id}/refund`, {});
  expect(answer.status).toBe(303);
  await waitFor(async () => (await membership()).remainingPasses === 0, { timeout: 20_000 });
  expect((await membership()).status).toBe('active');
});
