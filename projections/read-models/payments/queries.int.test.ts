import { millisecondsInMinute } from 'date-fns/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import {
  readAbandonedPayments,
  readOpenPayments,
  readRefundedSales,
  readSale,
  readSalesToSettle,
} from './queries.ts';

const minutes = (count: number) =>
  new Date(Date.parse('2026-03-02T10:00:00.000Z') + count * millisecondsInMinute);
const at = (count: number) => minutes(count).toISOString();

const recorder = new Recorder();
const history = new StudioHistory(recorder);
const order = { passId: 5, passName: '5 Class Pass', passes: 5, amountPence: 11_000, offer: null };

const payment = (id: string, ...events: StudioEvent[]) =>
  events.map((event) => recorder.record(`payment-${id}`, event));
const started = (id: string, minute: number): StudioEvent => ({
  type: 'PaymentStarted',
  data: {
    paymentIntentId: id,
    memberId: 'm',
    ...order,
    validity: { unit: 'months', count: 2 },
    at: at(minute),
  },
});
const failed = (id: string, reason: string, minute: number): StudioEvent => ({
  type: 'PaymentFailed',
  data: { paymentIntentId: id, memberId: 'm', reason, at: at(minute) },
});
const succeeded = (id: string, minute: number): StudioEvent => ({
  type: 'PaymentSucceeded',
  data: {
    paymentIntentId: id,
    memberId: 'm',
    amountPence: 11_000,
    lotId: `lot-${id}`,
    expiresAt: '2026-05-02T22:59:59.999Z',
    at: at(minute),
  },
});
const moved = (
  type: 'PaymentDisputed' | 'PaymentDisputeWon' | 'PaymentRefundFailed',
  id: string,
  amountPence: number,
  minute: number,
): StudioEvent => ({ type, data: { paymentIntentId: id, memberId: 'm', amountPence, at: at(minute) } });
const refunded = (id: string, amountPence: number, minute: number): StudioEvent => ({
  type: 'PaymentRefunded',
  data: { paymentIntentId: id, memberId: 'm', amountPence, reason: 'at_stripe', at: at(minute) },
});

/** Started, paid and granted within a minute. */
const sale = (id: string, minute: number) => [
  ...payment(id, started(id, minute), succeeded(id, minute)),
  recorder.record('wallet-m', {
    type: 'LotGranted',
    data: {
      memberId: 'm',
      lotId: `lot-${id}`,
      kind: 'purchase',
      passName: '5 Class Pass',
      passes: 5,
      pricePence: 11_000,
      passId: 5,
      paymentIntentId: id,
      offer: null,
      expiresAt: '2026-05-02T22:59:59.999Z',
      at: at(minute),
    },
  }),
];
const taken = (id: string, passes: number, demanded: number) =>
  recorder.record('wallet-m', {
    type: 'LotRevoked',
    data: { memberId: 'm', lotId: `lot-${id}`, passes, demanded, reason: 'refund', at: at(60) },
  });
const given = (id: string, passes: number, demanded: number) =>
  recorder.record('wallet-m', {
    type: 'LotRestored',
    data: { memberId: 'm', lotId: `lot-${id}`, passes, demanded, reason: 'dispute_won', at: at(61) },
  });
/** A booking of class 1 or 2 with a pass of the lot. */
const booked = (id: string, bookingId: number, classId: number) => {
  const seat = { memberId: 'm', lotId: `lot-${id}`, bookingId, classId, at: at(30) };
  return [
    recorder.record('wallet-m', {
      type: 'PassHeld',
      data: { ...seat, classStartsAt: '2026-03-09T09:00:00.000Z', source: 'member' },
    }),
    recorder.record(`class-${classId}`, {
      type: 'SeatBooked',
      data: { ...seat, source: 'member', freeUntil: '2026-03-08T09:00:00.000Z' },
    }),
    recorder.record('wallet-m', { type: 'PassSpent', data: seat }),
  ];
};

/** A month of a membership, and what went back of its money in all and with this. */
const month: StudioEvent[] = [
  {
    type: 'MembershipStarted',
    data: {
      membershipId: 7,
      memberId: 'm',
      subscriptionId: 'sub_a',
      invoiceId: 'in_a',
      paymentIntentId: 'pi_month',
      amountPence: 18_000,
      plan: firstPlanTerms,
      periodStart: at(13),
      periodEnd: '2026-04-02T10:13:00.000Z',
      passes: 12,
      lotId: 'lot-in_a',
      expiresAt: '2026-04-02T22:59:59.999Z',
      at: at(13),
    },
  },
  ...[6_000, 12_000].map(
    (changePence, index): StudioEvent => ({
      type: 'MembershipMoneyReturned',
      data: {
        membershipId: 7,
        memberId: 'm',
        subscriptionId: 'sub_a',
        invoiceId: 'in_a',
        paymentIntentId: 'pi_month',
        returnedPence: [6_000, 18_000][index] ?? 0,
        changePence,
        at: at(50 + index),
      },
    }),
  ),
];

let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  studio = await startProjectedStudio([
    ...history.instructor(1),
    ...history.scheduledClass(2, '2026-03-10'),
    ...history.scheduledClass(1),
    ...history.member('m', 10),
    ...payment('pi_new', started('pi_new', 50)),
    ...payment('pi_old', started('pi_old', 1)),
    ...payment('pi_declined', started('pi_declined', 2), failed('pi_declined', 'card_declined', 3)),
    ...payment('pi_gone', started('pi_gone', 0), failed('pi_gone', 'abandoned', 4)),
    ...payment('pi_paid', started('pi_paid', 0), succeeded('pi_paid', 5)),
    // Went back before it became passes.
    ...payment('pi_back', started('pi_back', 0), succeeded('pi_back', 5), refunded('pi_back', 11_000, 20)),
    // Nothing went back.
    ...sale('pi_kept', 6),
    // Two fifths went back, with two passes.
    ...sale('pi_part', 7),
    ...payment('pi_part', refunded('pi_part', 4_400, 21)),
    taken('pi_part', 2, 2),
    // Less than one pass's worth went back: nothing to take.
    ...sale('pi_little', 8),
    ...payment('pi_little', refunded('pi_little', 2_199, 22)),
    // All went back, the wallet does not know yet.
    ...sale('pi_late', 9),
    ...payment('pi_late', refunded('pi_late', 5_000, 23), moved('PaymentDisputed', 'pi_late', 6_000, 24)),
    // All went back while two passes were in use.
    ...sale('pi_used', 10),
    ...booked('pi_used', 902, 2),
    ...booked('pi_used', 901, 1),
    ...payment('pi_used', moved('PaymentDisputed', 'pi_used', 11_000, 40)),
    taken('pi_used', 3, 5),
    // The dispute was won and the passes are back; of the other, the wallet does not know yet.
    ...sale('pi_won', 11),
    ...payment('pi_won', moved('PaymentDisputed', 'pi_won', 11_000, 25)),
    taken('pi_won', 5, 5),
    ...payment('pi_won', moved('PaymentDisputeWon', 'pi_won', 11_000, 26)),
    given('pi_won', 5, 0),
    ...sale('pi_bounced', 12),
    ...payment('pi_bounced', refunded('pi_bounced', 11_000, 27)),
    taken('pi_bounced', 5, 5),
    ...payment('pi_bounced', moved('PaymentRefundFailed', 'pi_bounced', 11_000, 28)),
    ...month.map((event) => recorder.record('membership-7', event)),
  ]);
});
afterAll(() => studio?.drop());

const ids = (rows: readonly { paymentIntentId: string }[]) => rows.map((row) => row.paymentIntentId);

test('reads open payments: paid ones of any age, unpaid recent ones, no refunded ones', async () => {
  const open = (olderThan: number, unpaidSince: number) =>
    readOpenPayments(studio.pool, { olderThan: minutes(olderThan), unpaidSince: minutes(unpaidSince) });
  expect(ids(await open(60, 0))).toEqual(['pi_old', 'pi_declined', 'pi_paid', 'pi_new']);
  expect(ids(await open(49, 2))).toEqual(['pi_declined', 'pi_paid']);
  expect(ids(await open(60, 60))).toEqual(['pi_paid']);
});

test('reads payments to abandon: started long ago and unpaid', async () => {
  const abandoned = (minute: number) =>
    readAbandonedPayments(studio.pool, { startedBefore: minutes(minute) });
  expect(await abandoned(2)).toMatchObject([
    { paymentIntentId: 'pi_old', memberId: 'm', state: 'started', startedAt: minutes(1) },
    { paymentIntentId: 'pi_declined', state: 'failed', changedAt: minutes(3) },
  ]);
  expect(await abandoned(0)).toEqual([]);
  expect(ids(await readAbandonedPayments(studio.pool, { startedBefore: minutes(60), limit: 1 }))).toEqual([
    'pi_old',
  ]);
});

test('reads sales whose passes do not match the returned money', async () => {
  expect(ids(await readSalesToSettle(studio.pool))).toEqual(['pi_late', 'pi_bounced']);
  expect(ids(await readSalesToSettle(studio.pool, 1))).toEqual(['pi_late']);
});

test('reads a sale with the state of its passes', async () => {
  expect(await readSale(studio.pool, 'pi_used')).toEqual({
    paymentIntentId: 'pi_used',
    passName: '5 Class Pass',
    moneyBackAt: minutes(40),
    isSettled: true,
    lot: {
      granted: 5,
      available: 0,
      inUse: 2,
      takenBack: 3,
      owed: 2,
      expiresAt: new Date('2026-05-02T22:59:59.999Z'),
    },
  });
  expect(await readSale(studio.pool, 'pi_late')).toMatchObject({ isSettled: false });
  expect(await readSale(studio.pool, 'pi_kept')).toMatchObject({ isSettled: true, moneyBackAt: null });
  expect(await readSale(studio.pool, 'pi_back')).toMatchObject({ isSettled: true, lot: null });
  expect(await readSale(studio.pool, 'pi_unknown')).toBeUndefined();
});

test('reads refunded sales, the latest first, with members and confirmed bookings', async () => {
  const sales = await readRefundedSales(studio.pool);
  expect(
    sales.map((one) => [one.paymentIntentId, one.refundedPence, one.disputedPence, one.takenBack, one.owed]),
  ).toEqual([
    ['pi_month', 18_000, 0, 0, 0],
    ['pi_used', 0, 11_000, 3, 2],
    // Its money is back, its passes are not.
    ['pi_bounced', 0, 0, 5, 0],
    ['pi_late', 5_000, 6_000, 0, 0],
    ['pi_little', 2_199, 0, 0, 0],
    ['pi_part', 4_400, 0, 2, 0],
    ['pi_back', 11_000, 0, 0, 0],
  ]);
  expect(sales[0]).toMatchObject({
    kind: 'membership',
    memberName: 'Member m',
    passName: 'Membership',
    pricePence: 18_000,
    changedAt: minutes(51),
  });
  expect(sales[1]).toMatchObject({
    kind: 'pass',
    memberId: 'm',
    memberName: 'Member m',
    memberEmail: 'm@example.test',
    passName: '5 Class Pass',
    passClasses: 5,
    pricePence: 11_000,
    changedAt: minutes(40),
  });
  expect(sales.map(({ bookings }) => bookings.map(({ bookingId }) => bookingId))).toEqual([
    [],
    [901, 902],
    ...Array.from({ length: 5 }, () => []),
  ]);
  expect(sales[1]?.bookings[0]).toEqual({
    bookingId: 901,
    classId: 1,
    className: 'beginner',
    date: '2026-03-09',
    time: '09:00',
    startsAt: new Date('2026-03-09T09:00:00.000Z'),
    status: 'confirmed',
    attended: null,
  });
});
