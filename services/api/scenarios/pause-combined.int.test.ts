import { randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { toLondonDay, toLondonTime } from '#domain/london-time.ts';
import { disputesAnswer } from '#services/contract/disputes.ts';
import { membershipRedirectAnswer } from '#services/contract/membership.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import {
  add,
  openPausingStudio,
  type PausingStudio,
  readMembership,
  refusal,
  startMembership,
  waitUntilActive,
} from '../testing/pausing-members.fixture.ts';

// The clock moves over months.
let pausing: PausingStudio;
beforeAll(async () => {
  pausing = await openPausingStudio();
});
afterAll(() => pausing?.studio.remove());

type Pausing = Awaited<ReturnType<typeof startMembership>>;
const start = (name: string) => startMembership(pausing.studio, name, { acceptTerms: true, startNow: true });
const twoHoursAfter = (instant: Date | string) => add(new Date(instant), 2 * millisecondsInHour);
/** Lets the clock pass an instant, and waits until these are paused. */
async function waitUntilPaused(instant: Date | string, members: readonly Pausing[]): Promise<void> {
  await pausing.clock.moveTo(twoHoursAfter(instant));
  for (const { member } of members)
    await waitFor(async () => (await readMembership(member)).status === 'paused');
}
const readPaymentId = async ({ id }: Pausing): Promise<string> => {
  const rows = await pausing.studio.query(
    'SELECT payment_intent_id AS id FROM membership_payments WHERE membership_id = $1 ORDER BY paid_at LIMIT 1',
    [id],
  );
  return String(rows[0]?.id);
};
/** The subscription of a payment, and its invoices that were charged or may be, at Stripe. */
async function readAtStripe(subscription: string) {
  const get = async <T>(shape: z.ZodType<T>, path: string): Promise<T> => {
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    return shape.parse(await (await fetch(`${pausing.base}/sandbox/stripe/v1/${path}`, { headers })).json());
  };
  const { status } = await get(z.object({ status: z.string() }), `subscriptions/${subscription}`);
  const { data } = await get(
    z.object({ data: z.array(z.object({ status: z.string() })) }),
    `invoices?subscription=${subscription}`,
  );
  return { status, invoices: data.map((invoice) => invoice.status) };
}
const readSubscription = async ({ id }: Pausing): Promise<string> => {
  const rows = await pausing.studio.query(
    'SELECT stripe_subscription_id AS id FROM memberships WHERE id = $1',
    [id],
  );
  return String(rows[0]?.id);
};
async function expectNoExceptions(): Promise<void> {
  expect((await verifyStore(pausing.admin)).events.exceptions).toEqual([]);
}

/** Cancels a membership within 14 days whose next period was to be paused, and starts another one. */
async function withdrawAndReturn(di: Pausing): Promise<void> {
  const path = `/api/membership/${di.id}/withdraw`;
  const first = await readSubscription(di);
  expect((await di.member.call('POST', path)).body).toMatchObject({ amountPence: 18_000 });
  expect(await readMembership(di.member)).toMatchObject({ status: 'ended', pause: null });
  expect(await readAtStripe(first)).toEqual({ status: 'canceled', invoices: ['paid'] });
  expect(await refusal(di.member.call('POST', di.path))).toEqual([409, 'MEMBERSHIP_NOT_ACTIVE']);
  const subscribe = '/api/membership/subscribe';
  const { redirectUrl } = await di.member.expect(membershipRedirectAnswer, 'POST', subscribe);
  expect(await payOnPage(redirectUrl)).toBe(303);
  await waitUntilActive(di.member);
  expect((await readMembership(di.member)).pause).toBeNull();
}

async function refundInPause(ed: Pausing): Promise<void> {
  const path = `/api/membership/${ed.id}/withdraw`;
  expect(await refusal(ed.member.call('POST', path))).toEqual([409, 'WITHDRAWAL_OVER']);
  expect(await refusal(ed.member.call('POST', `${path}?dryRun=true`))).toEqual([409, 'WITHDRAWAL_OVER']);
  const before = await readMembership(ed.member);
  const refund = { mode: 'whole', reason: 'Was ill', requestKey: randomUUID() };
  const refunded = await pausing.admin.call(
    'POST',
    `/api/admin/payments/${await readPaymentId(ed)}/refund`,
    refund,
  );
  expect(refunded.status).toBe(200);
  await waitFor(async () => (await ed.readTypes()).includes('MoneyReturned'));
  // The last period's passes would have lasted to the end of the day.
  expect(await readMembership(ed.member)).toEqual({ ...before, remainingPasses: 0, remainingCredits: 0 });
}

async function eraseInPause(fe: Pausing): Promise<string> {
  const subscription = await readSubscription(fe);
  const { user } = z
    .object({ user: z.object({ id: z.string() }) })
    .parse((await fe.member.call('GET', '/api/auth/user')).body);
  expect((await pausing.admin.call('DELETE', `/api/admin/members/${user.id}`)).status).toBe(200);
  await waitFor(async () => (await readAtStripe(subscription)).status === 'canceled');
  return subscription;
}

async function disputeInPause(gi: Pausing): Promise<void> {
  const paymentId = await readPaymentId(gi);
  await fetch(`${pausing.base}/sandbox/stripe/dashboard/payments/${paymentId}/dispute`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ kind: 'fraudulent' }),
  });
  await waitFor(async () => {
    const { disputes } = await pausing.admin.expect(disputesAnswer, 'GET', '/api/admin/disputes');
    return disputes.some(({ paymentIntentId }) => paymentIntentId === paymentId);
  });
  expect((await readMembership(gi.member)).status).toBe('paused');
}

it('keeps to one charge after the pause with a withdrawal before it, and a refund, an erasure, a dispute and another plan in it', async () => {
  const { admin, clock } = pausing;
  const terms = { name: 'Eight', pricePence: 11_000, passes: 8, interval: 'month', order: 4 };
  const made = z.object({ plan: z.object({ id: z.number() }) });
  const { plan } = await admin.expect(made, 'POST', '/api/admin/plans', terms);
  const [di, ed, fe, gi, ha] = [
    await start('di'),
    await start('ed'),
    await start('fe'),
    await start('gi'),
    await start('ha'),
  ];
  const change = (planId: number) =>
    ha.member.call('POST', `/api/membership/${ha.id}/plan`, { planId, when: 'renewal' });
  expect((await change(plan.id)).status).toBe(200);
  expect(await refusal(ha.member.call('POST', ha.path))).toEqual([409, 'PAUSE_NOT_POSSIBLE']);
  expect((await change(1)).status).toBe(200);
  for (const { pause } of [di, ed, fe, gi]) await pause();
  const { from, until } = await ha.pause();
  expect(await refusal(change(plan.id))).toEqual([409, 'PLAN_CHANGE_NOT_POSSIBLE']);

  await clock.moveTo(add(await clock.now(), 10 * millisecondsInDay));
  await withdrawAndReturn(di);
  await waitUntilPaused(from, [ed, fe, gi, ha]);
  expect(await refusal(change(plan.id))).toEqual([409, 'PLAN_CHANGE_NOT_POSSIBLE']);
  await refundInPause(ed);
  const erased = await eraseInPause(fe);
  await disputeInPause(gi);

  await clock.moveTo(twoHoursAfter(until));
  for (const { member } of [di, ed, gi, ha]) await waitUntilActive(member);
  for (const one of [ed, gi, ha]) {
    expect(await one.readPayments()).toMatchObject([{ pence: 18_000 }, { pence: 18_000 }]);
    expect(await readMembership(one.member)).toMatchObject({ pause: null });
  }
  // The first one, which went back, and two of the second membership.
  expect(await di.readPayments()).toHaveLength(3);
  expect(await readAtStripe(erased)).toEqual({ status: 'canceled', invoices: ['void', 'paid'] });
  expect((await change(plan.id)).status).toBe(200);
  for (const { leave } of [di, ed, gi, ha]) await leave();
  await expectNoExceptions();
});

it('keeps its days over the day on which the clocks go back', async () => {
  const { clock, at, lastSundayOf } = pausing;
  await pausing.moveToNext(8, () => lastSundayOf(10));
  const change = lastSundayOf(10);
  const [ends, begins] = [await start('endson'), await start('beginson')];
  await clock.moveTo(at(9, 10));
  const spans = await start('spans');
  const ending = await ends.pause();
  const spanning = await spans.pause();
  expect(toLondonDay(new Date(ending.until))).toBe(toLondonDay(at(10, change)));
  await waitUntilPaused(ending.from, [ends]);
  await waitUntilActive(begins.member);
  const beginning = await begins.pause();
  expect(toLondonDay(new Date(beginning.from))).toBe(toLondonDay(at(10, change)));
  await waitUntilPaused(spanning.from, [spans]);

  // Stripe counts in UTC, so that the clocks of London show an hour less.
  expect(toLondonTime(new Date(ending.from))).toBe(
    toLondonTime(add(new Date(ending.until), millisecondsInHour)),
  );
  await waitUntilPaused(ending.until, [begins, spans]);
  await waitUntilActive(ends.member);
  expect(await readMembership(ends.member)).toMatchObject({ currentPeriodStart: ending.until, pause: null });
  expect(await ends.readPayments()).toHaveLength(2);
  for (const [one, { until }, payments] of [
    [spans, spanning, 2],
    [begins, beginning, 3],
  ] as const) {
    await clock.moveTo(twoHoursAfter(until));
    await waitUntilActive(one.member);
    expect(await one.readPayments()).toHaveLength(payments);
    expect(await readMembership(one.member)).toMatchObject({ currentPeriodStart: until, pause: null });
  }
  await expectNoExceptions();
});
