import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { lotHistoryAnswer, userPassesAnswer } from '#services/contract/wallet.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { expectReplaysToChangeNothing } from '../testing/replayed-webhooks.fixture.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const email = 'ann.yearly@example.com';
const webhookSecret = 'whsec_of_this_test';

let studio: RunningStudio;
let base: string;
let clock: SandboxClock;
let ann: StudioClient;
/** The first days of the membership's months, which begin on 31 January, and the day on which the last month ends. */
let days: string[];
const dayOf = (period: number) => days[period] ?? '';

beforeAll(async () => {
  studio = await startRunningStudio({ STRIPE_WEBHOOK_SECRET: webhookSecret });
  base = studio.process.base;
  clock = new SandboxClock(base);
  const year = (await clock.now()).getUTCFullYear() + 1;
  // The last day of each month replaces the 31st in shorter months.
  days = Array.from({ length: 13 }, (_, month) =>
    new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10),
  );
  await clock.moveTo(toLondonInstant(dayOf(0), '10:00'));
  ann = await new StudioClient(base).signUp(email, 'Ann Yearly');
});
afterAll(() => studio?.remove());

const readMembership = () => ann.expect(membershipAnswer, 'GET', '/api/membership');
/** Resolves when the membership is active and its passes are granted, which is an event of another stream. */
const waitUntilActive = () =>
  waitFor(async () => {
    const { status, remainingPasses } = await readMembership();
    return status === 'active' && remainingPasses === 12;
  });
const readLots = () => ann.expect(userPassesAnswer, 'GET', '/api/user/passes');
const postForm = (path: string, fields: Record<string, string>) =>
  fetch(path.startsWith('http') ? path : base + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
const goodCard = { cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' };
const actOnDashboard = async (action: string) => {
  const [row] = await studio.query('SELECT stripe_subscription_id AS id FROM memberships');
  const answer = await postForm(`/sandbox/stripe/dashboard/subscriptions/${row?.id}`, { action });
  expect(answer.status).toBe(303);
};

async function readMails(): Promise<string[]> {
  const all = z
    .array(z.object({ to: z.string(), kind: z.string(), sentAt: z.string() }))
    .parse(await (await fetch(`${base}/sandbox/outbox.json?limit=100000`)).json());
  return all
    .filter(({ to, kind }) => to === email && kind.startsWith('membership'))
    .toSorted((a, b) => a.sentAt.localeCompare(b.sentAt))
    .map(({ kind, sentAt }) => `${toLondonDay(new Date(sentAt))} ${kind.replace('membership-', '')}`);
}

/** Reads the history of the wallet, in order: day, event, passes and balance. */
async function readWalletHistory(): Promise<string[]> {
  const histories = [];
  for (const lot of await readLots()) {
    const { entries } = await ann.expect(lotHistoryAnswer, 'GET', `/api/user/passes/${lot.id}/history`);
    histories.push(...entries);
  }
  return histories
    .toSorted((a, b) => Number(a.position) - Number(b.position))
    .map(({ at, type, passes, balance }) => `${toLondonDay(new Date(at))} ${type} ${passes} → ${balance}`);
}

/** Delivers every webhook of the year again. */
const expectReplayedWebhooksToChangeNothing = () =>
  expectReplaysToChangeNothing({ studio, webhookSecret, atLeast: 60 }, async () => ({
    membership: await readMembership(),
    lots: await readLots(),
    mails: await readMails(),
  }));

it('renews for twelve months, one of them paid late, and its webhooks change nothing when repeated', async () => {
  // Paid on Stripe's page on 31 January.
  const { redirectUrl } = await ann.expect(membershipRedirectAnswer, 'POST', '/api/membership/subscribe');
  const paid = await postForm(redirectUrl, goodCard);
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('session_id=cs_'),
  ]);
  await waitUntilActive();
  const begun = await readMembership();
  // The clock runs while the payment page is answered.
  const late = Date.parse(begun.startDate ?? '') - toLondonInstant(dayOf(0), '10:00').getTime();
  expect(late).toBeGreaterThanOrEqual(0);
  expect(Date.parse(begun.startDate ?? '')).toBeLessThanOrEqual((await clock.now()).getTime());
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
      // The card is declined on the day, one and three days later; on the fourth day another card pays.
      await actOnDashboard('fail');
      await clock.moveTo(toLondonInstant(addDaysToDay(dayOf(5), 4), '12:00'));
      const late = await readMembership();
      expect(late).toMatchObject({ status: 'past_due', remainingPasses: 0, nextBillingDate: null });
      expect((await postForm(late.openPayment?.url ?? '', goodCard)).status).toBe(303);
      await waitUntilActive();
    } else {
      await clock.moveTo(toLondonInstant(dayOf(period), '12:00'));
    }
    expect(await readMembership()).toMatchObject({ status: 'active', remainingPasses: 12 });
    const end = toLondonDay(new Date((await readMembership()).currentPeriodEnd ?? ''));
    expect(end).toBe(dayOf(period + 1));
  }

  // The membership is cancelled in its last month.
  const { id } = await readMembership();
  expect((await ann.call('POST', `/api/membership/${id}/cancel`)).status).toBe(200);
  await clock.moveTo(toLondonInstant(addDaysToDay(dayOf(12), 1), '12:00'));
  expect(await readMembership()).toMatchObject({
    status: 'ended',
    remainingPasses: 0,
    nextBillingDate: null,
  });

  const renewals = Array.from({ length: 11 }, (_, index) => index + 1);
  const paidOn = (period: number) => (period === 5 ? addDaysToDay(dayOf(5), 4) : dayOf(period));
  expect(await readWalletHistory()).toEqual([
    `${dayOf(0)} LotGranted 12 → 12`,
    ...renewals.flatMap((period) =>
      period === 5
        ? // The old month's passes expire with its last day; the new ones are granted when it is paid.
          [`${addDaysToDay(dayOf(5), 1)} LotExpired 12 → 0`, `${paidOn(5)} LotGranted 12 → 12`]
        : [
            `${dayOf(period)} LotClosed 0 → 12`,
            `${dayOf(period)} LotExpired 12 → 0`,
            `${dayOf(period)} LotGranted 12 → 12`,
          ],
    ),
    `${addDaysToDay(dayOf(12), 1)} LotExpired 12 → 0`,
  ]);
  const charges = await studio.query(
    'SELECT amount_pence, paid_at, period_start, period_end FROM membership_payments ORDER BY period_start',
  );
  const day = (value: unknown) => toLondonDay(z.date().parse(value));
  expect(
    charges.map((row) => [row.amount_pence, day(row.paid_at), day(row.period_start), day(row.period_end)]),
  ).toEqual([0, ...renewals].map((period) => [18_000, paidOn(period), dayOf(period), dayOf(period + 1)]));
  expect(await readMails()).toEqual([
    `${dayOf(0)} started`,
    ...renewals.flatMap((period) => [
      `${addDaysToDay(dayOf(period), -3)} reminder`,
      ...(period === 5 ? [0, 1, 3].map((after) => `${addDaysToDay(dayOf(5), after)} payment-failed`) : []),
      `${paidOn(period)} renewed`,
    ]),
    `${dayOf(11)} cancelling`,
    `${dayOf(12)} ended`,
  ]);

  await expectReplayedWebhooksToChangeNothing();
});
