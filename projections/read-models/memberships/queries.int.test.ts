import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { MembershipEvent, PaidPeriod } from '#domain/membership/events.ts';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import {
  findNextMembershipDue,
  findNextMembershipReminder,
  formatChargeReminderKey,
  readAllMemberships,
  readMembershipById,
  readMembershipOfMember,
  readMembershipPayment,
  readMembershipsToRemind,
  readMembershipsToSettle,
} from './queries.ts';

const recorder = new Recorder();
const history = new StudioHistory(recorder);
const day = (text: string, time = '09:00:00.000') => new Date(`2026-${text}T${time}Z`);
const of = (id: number, memberId: string) => ({ membershipId: id, memberId, subscriptionId: `sub_${id}` });

function period(id: number, from: string, to: string): PaidPeriod {
  return {
    invoiceId: `in_${id}_${from}`,
    paymentIntentId: `pi_${id}_${from}`,
    amountPence: 18_000,
    plan: firstPlanTerms,
    periodStart: day(from).toISOString(),
    periodEnd: day(to).toISOString(),
    passes: 12,
    lotId: `lot-in_${id}_${from}`,
    expiresAt: day(to, '23:59:59.999').toISOString(),
  };
}
const record = (id: number, event: MembershipEvent) => recorder.record(`membership-${id}`, event);
const started = (id: number, memberId: string, from: string, to: string) =>
  record(id, {
    type: 'MembershipStarted',
    data: { ...of(id, memberId), ...period(id, from, to), at: day(from).toISOString() },
  });
const granted = (memberId: string, { lotId, passes, expiresAt, amountPence, periodStart: at }: PaidPeriod) =>
  recorder.record(`wallet-${memberId}`, {
    type: 'LotGranted',
    data: {
      memberId,
      lotId,
      kind: 'membership',
      passName: 'Monthly Membership',
      passes,
      pricePence: amountPence,
      expiresAt,
      passId: null,
      paymentIntentId: null,
      offer: null,
      at,
    },
  });

let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  const failed = { ...of(2, 'b'), invoiceId: 'in_2_03-04', attempt: 1, at: day('03-04').toISOString() };
  studio = await startProjectedStudio([
    ...['a', 'b', 'c', 'd'].flatMap((id) => history.member(id)),
    // 1 runs, with eleven passes left.
    started(1, 'a', '02-10', '03-10'),
    granted('a', period(1, '02-10', '03-10')),
    recorder.record('wallet-a', {
      type: 'LotRevoked',
      data: {
        memberId: 'a',
        lotId: 'lot-in_1_02-10',
        passes: 1,
        demanded: 0,
        reason: 'staff',
        at: day('02-11').toISOString(),
      },
    }),
    // 2 is past due, and its card is tried again on the 5th.
    started(2, 'b', '02-04', '03-04'),
    record(2, {
      type: 'MembershipPaymentFailed',
      data: { ...failed, nextAttemptAt: day('03-05').toISOString() },
    }),
    // 3 is cancelling.
    started(3, 'c', '02-12', '03-12'),
    record(3, {
      type: 'MembershipCancellationScheduled',
      data: { ...of(3, 'c'), endsAt: day('03-12').toISOString(), at: day('02-13').toISOString() },
    }),
    // 4 has ended; a second payment of 1 was sent back.
    started(4, 'd', '02-20', '03-20'),
    record(4, {
      type: 'MembershipEnded',
      data: { ...of(4, 'd'), reason: 'cancelled', at: day('02-21').toISOString() },
    }),
    record(1, {
      type: 'MembershipRefused',
      data: {
        ...of(1, 'a'),
        subscriptionId: 'sub_x',
        invoiceId: 'in_x',
        amountPence: 18_000,
        at: day('02-14').toISOString(),
      },
    }),
  ]);
});
afterAll(() => studio?.drop());

test('reads a membership with its remaining passes, by member and by id', async () => {
  const one = await readMembershipOfMember(studio.pool, 'a');
  expect(one).toEqual({
    id: 1,
    userId: 'a',
    subscriptionId: 'sub_1',
    status: 'active',
    monthlyPasses: 12,
    remainingPasses: 11,
    expiresAt: day('03-10', '23:59:59.999'),
    planId: 1,
    planName: 'Monthly Membership',
    pricePence: 18_000,
    interval: 'month',
    hasPriority: true,
    priceChange: null,
    planChange: null,
    startDate: day('02-10'),
    currentPeriodStart: day('02-10'),
    currentPeriodEnd: day('03-10'),
    pauseFrom: null,
    pauseUntil: null,
    cancelAtPeriodEnd: false,
    endsAt: null,
    unpaidUntil: null,
    endedAt: null,
    openInvoiceId: null,
    attempt: 0,
    nextAttemptAt: null,
    remindAt: day('03-07'),
    revision: 1,
  });
  expect(await readMembershipById(studio.pool, 1)).toEqual(one);
  // Not granted yet.
  expect(await readMembershipById(studio.pool, 2)).toMatchObject({
    status: 'past_due',
    remainingPasses: 0,
    expiresAt: day('03-04', '23:59:59.999'),
    openInvoiceId: 'in_2_03-04',
  });
  expect(await readMembershipOfMember(studio.pool, 'nobody')).toBeUndefined();
  expect(await readMembershipById(studio.pool, 9)).toBeUndefined();
});

test('reads all memberships: running ones by latest start, then ended ones', async () => {
  const all = await readAllMemberships(studio.pool);
  expect(all.map(({ id, status }) => [id, status])).toEqual([
    [3, 'active'],
    [1, 'active'],
    [2, 'past_due'],
    [4, 'ended'],
  ]);
  expect(all[1]).toMatchObject({
    remainingPasses: 11,
    userName: 'Member a',
    userEmail: 'a@example.test',
    userPhone: '07000 000000',
  });
});

test('reads a paid invoice, but not a refunded one', async () => {
  expect(await readMembershipPayment(studio.pool, 'in_1_02-10')).toEqual({
    amountPence: 18_000,
    planName: 'Monthly Membership',
    paidAt: day('02-10'),
    periodEnd: day('03-10'),
    paymentIntentId: 'pi_1_02-10',
  });
  expect(await readMembershipPayment(studio.pool, 'in_x')).toBeUndefined();
});

test('reads memberships to remind once, from three days before a charge until the charge', async () => {
  expect(await findNextMembershipReminder(studio.pool, day('02-25'))).toEqual(day('03-07'));
  expect(await readMembershipsToRemind(studio.pool, day('03-07', '08:59:59.999'))).toEqual([]);
  const due = await readMembershipsToRemind(studio.pool, day('03-07'));
  expect(due).toEqual([{ id: 1, chargedAt: day('03-10') }]);
  expect(await findNextMembershipReminder(studio.pool, day('03-07'))).toBeNull();
  expect(await readMembershipsToRemind(studio.pool, day('03-10'))).toEqual([]);

  const [key] = due.map(formatChargeReminderKey);
  expect(key).toBe('membership-reminder/1/2026-03-10');
  await studio.pool.query(`INSERT INTO performed_effects (key, kind) VALUES ($1, 'test')`, [key]);
  expect(await readMembershipsToRemind(studio.pool, day('03-08'))).toEqual([]);
});

test('reads memberships to settle a minute after the period and after each card attempt', async () => {
  const due = async (now: Date) =>
    (await readMembershipsToSettle(studio.pool, now)).map((one) => [one.subscriptionId, one.dueSince]);
  const next = (now: Date) => findNextMembershipDue(studio.pool, now);
  expect(await due(day('03-04', '09:00:30.000'))).toEqual([['sub_2', day('03-04')]]);
  expect(await next(day('03-01'))).toEqual(day('03-04', '09:01:00.000'));
  expect(await next(day('03-04', '09:01:00.000'))).toEqual(day('03-05', '09:01:00.000'));
  expect(await due(day('03-05', '09:01:00.000'))).toEqual([['sub_2', day('03-05')]]);

  expect(await next(day('03-06'))).toEqual(day('03-10', '09:01:00.000'));
  expect(await due(day('03-10', '09:00:59.999'))).toEqual([['sub_2', day('03-05')]]);
  expect(await due(day('03-12', '09:01:00.000'))).toEqual([
    ['sub_2', day('03-05')],
    ['sub_1', day('03-10')],
    ['sub_3', day('03-12')],
  ]);
  expect(await next(day('03-12', '09:01:00.000'))).toBeNull();
});

test('a pause moves the reminder and the settlement to its end', async () => {
  const pause = { from: day('03-10').toISOString(), until: day('04-10').toISOString() };
  const facts = { ...of(1, 'e'), ...pause, at: day('03-01').toISOString() };
  const paused = await startProjectedStudio([
    ...history.member('e'),
    started(1, 'e', '02-10', '03-10'),
    record(1, { type: 'MembershipPausePlanned', data: { ...facts, rulesVersion: 1 } }),
    record(1, { type: 'MembershipPaused', data: facts }),
  ]);
  onTestFinished(() => paused.drop());
  expect(await readMembershipById(paused.pool, 1)).toMatchObject({
    status: 'paused',
    pauseFrom: day('03-10'),
    pauseUntil: day('04-10'),
  });
  expect(await readMembershipsToRemind(paused.pool, day('03-08'))).toEqual([]);
  expect(await findNextMembershipReminder(paused.pool, day('03-20'))).toEqual(day('04-07'));
  expect(await readMembershipsToRemind(paused.pool, day('04-08'))).toEqual([
    { id: 1, chargedAt: day('04-10') },
  ]);
  // Nothing is due at Stripe while it runs, but at its end.
  expect(await readMembershipsToSettle(paused.pool, day('03-20'))).toEqual([]);
  expect(await findNextMembershipDue(paused.pool, day('03-20'))).toEqual(day('04-10', '09:01:00.000'));
  expect(await readMembershipsToSettle(paused.pool, day('04-11'))).toEqual([
    { subscriptionId: 'sub_1', dueSince: day('04-10') },
  ]);
});
