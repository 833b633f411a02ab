import { expect, test } from 'vitest';
import type { MembershipEvent } from '#domain/membership/events.ts';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { membershipsProjection } from './project.ts';
import { membershipPayments, memberships } from './tables.ts';

const of = { membershipId: 7, memberId: 'm', subscriptionId: 'sub_a' };
const at = '2026-03-12T09:00:05.000Z';
const later = '2026-04-12T09:00:05.000Z';

/** A month that begins on the 12th at nine, UTC. */
const month = (id: string, from: string, to: string) => ({
  invoiceId: `in_${id}`,
  paymentIntentId: `pi_${id}`,
  amountPence: 18_000,
  plan: firstPlanTerms,
  periodStart: `2026-${from}-12T09:00:00.000Z`,
  periodEnd: `2026-${to}-12T09:00:00.000Z`,
  passes: 12,
  lotId: `lot-in_${id}`,
  expiresAt: `2026-${to}-12T22:59:59.999Z`,
});
const started: MembershipEvent = {
  type: 'MembershipStarted',
  data: { ...of, ...month('a', '03', '04'), at },
};
const renewed: MembershipEvent = {
  type: 'MembershipRenewed',
  data: { ...of, ...month('b', '04', '05'), at: later },
};
const failed = (attempt: number, nextAttemptAt: string | null): MembershipEvent => ({
  type: 'MembershipPaymentFailed',
  data: { ...of, invoiceId: 'in_b', attempt, nextAttemptAt, at: later },
});
const cancelling = {
  type: 'MembershipCancellationScheduled',
  data: { ...of, endsAt: '2026-04-12T09:00:00.000Z', at: later },
} satisfies MembershipEvent;
const resumed: MembershipEvent = { type: 'MembershipCancellationWithdrawn', data: { ...of, at: later } };
const ended: MembershipEvent = { type: 'MembershipEnded', data: { ...of, reason: 'unpaid', at: later } };

function projected(...events: (MembershipEvent | WalletEvent)[]) {
  const recorder = new Recorder();
  return projectAll(
    membershipsProjection,
    events.map((event) => recorder.record('membership-7', event)),
  );
}
const after = (...events: (MembershipEvent | WalletEvent)[]) => projected(...events).only(memberships);

test('a membership begins with its first paid month', () => {
  expect(after(started)).toEqual({
    id: 7,
    user_id: 'm',
    stripe_subscription_id: 'sub_a',
    status: 'active',
    monthly_passes: 12,
    remaining_passes: 0,
    plan_id: 1,
    plan_version: 1,
    announced_plan_id: null,
    announced_price_pence: null,
    announced_from: null,
    next_plan_id: null,
    next_plan_version: null,
    next_plan_name: null,
    next_price_pence: null,
    next_passes: null,
    next_interval: null,
    upgrade_lot_id: null,
    plan_name: 'Monthly Membership',
    price_pence: 18_000,
    interval: 'month',
    has_priority: true,
    start_date: '2026-03-12T09:00:00.000Z',
    current_period_start: '2026-03-12T09:00:00.000Z',
    current_period_end: '2026-04-12T09:00:00.000Z',
    pause_from: null,
    pause_until: null,
    cancel_at_period_end: false,
    ends_at: null,
    unpaid_until: null,
    ended_at: null,
    lot_id: 'lot-in_a',
    expires_at: '2026-04-12T22:59:59.999Z',
    open_invoice_id: null,
    attempt: 0,
    next_attempt_at: null,
    // Three days before, at nine in London as when it began; the clocks have gone forward since.
    remind_at: '2026-04-09T08:00:00.000Z',
    revision: '0',
    created_at: at,
    updated_at: at,
  });
});

test('a renewal starts the next month and keeps the start date', () => {
  expect(after(started, renewed)).toMatchObject({
    start_date: '2026-03-12T09:00:00.000Z',
    current_period_start: '2026-04-12T09:00:00.000Z',
    current_period_end: '2026-05-12T09:00:00.000Z',
    lot_id: 'lot-in_b',
    remind_at: '2026-05-09T09:00:00.000Z',
    revision: '1',
    created_at: at,
    updated_at: later,
  });
});

test('a refused card makes a membership past due until it is paid, within the same period', () => {
  const next = '2026-04-15T09:00:00.000Z';
  expect(after(started, failed(1, '2026-04-13T09:00:00.000Z'), failed(2, next))).toMatchObject({
    status: 'past_due',
    open_invoice_id: 'in_b',
    attempt: 2,
    next_attempt_at: next,
    lot_id: 'lot-in_a',
    current_period_end: '2026-04-12T09:00:00.000Z',
  });
  expect(after(started, failed(1, next), renewed)).toMatchObject({
    status: 'active',
    open_invoice_id: null,
    attempt: 0,
    next_attempt_at: null,
    lot_id: 'lot-in_b',
  });
  expect(after(started, failed(1, next), ended)).toMatchObject({
    status: 'ended',
    ended_at: later,
    open_invoice_id: null,
    next_attempt_at: null,
  });
});

test('a cancellation is scheduled and withdrawn', () => {
  expect(after(started, cancelling)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    ends_at: cancelling.data.endsAt,
  });
  expect(after(started, cancelling, resumed)).toMatchObject({ cancel_at_period_end: false, ends_at: null });
});

test('a voided invoice leaves nothing to pay until the unpaid month ends', () => {
  const periodEnd = '2026-05-12T09:00:00.000Z';
  const voided: MembershipEvent = {
    type: 'MembershipInvoiceVoided',
    data: { ...of, invoiceId: 'in_b', periodEnd, at: later },
  };
  const next = '2026-04-13T09:00:00.000Z';
  expect(after(started, failed(1, next), voided)).toMatchObject({
    status: 'past_due',
    open_invoice_id: null,
    next_attempt_at: null,
    unpaid_until: periodEnd,
    remind_at: '2026-05-09T09:00:00.000Z',
  });
  expect(after(started, failed(1, next), voided, renewed)).toMatchObject({ unpaid_until: null });
  expect(after(started, failed(1, next), voided, failed(1, next))).toMatchObject({ unpaid_until: null });
});

test('a returning member reuses the row', () => {
  const again: MembershipEvent = {
    type: 'MembershipStarted',
    data: { ...of, subscriptionId: 'sub_b', ...month('c', '07', '08'), at: '2026-07-12T09:00:05.000Z' },
  };
  expect(after(started, failed(1, null), cancelling, ended, again)).toEqual({
    ...after(again),
    revision: '4',
  });
});

test('stores each paid invoice; a refunded second membership does not change the first', () => {
  const refused: MembershipEvent = {
    type: 'MembershipRefused',
    data: { ...of, subscriptionId: 'sub_b', invoiceId: 'in_x', amountPence: 18_000, at: later },
  };
  const tables = projected(started, renewed, refused);
  expect(tables.only(memberships)).toEqual({ ...after(started, renewed), revision: '2' });
  const [first, second, back] = tables.rows(membershipPayments);
  expect(first).toEqual({
    invoice_id: 'in_a',
    membership_id: 7,
    member_id: 'm',
    amount_pence: 18_000,
    plan_name: 'Monthly Membership',
    paid_at: at,
    period_start: '2026-03-12T09:00:00.000Z',
    period_end: '2026-04-12T09:00:00.000Z',
    payment_intent_id: 'pi_a',
    refunded: false,
  });
  expect(second).toMatchObject({ invoice_id: 'in_b', paid_at: later, refunded: false });
  expect(back).toMatchObject({ invoice_id: 'in_x', period_end: null, amount_pence: 18_000, refunded: true });
});

test('notifies pages with the wallet', () => {
  expect(projected(started).topics).toEqual([{ kind: 'member', memberId: 'm', what: 'wallet' }]);
});

const granted = (lotId: string, kind: 'membership' | 'purchase' = 'membership'): WalletEvent => ({
  type: 'LotGranted',
  data: {
    memberId: 'm',
    lotId,
    kind,
    passName: 'A pass',
    passes: 12,
    pricePence: 18_000,
    expiresAt: later,
    passId: null,
    paymentIntentId: null,
    offer: null,
    at,
  },
});
const move = (lotId: string) => ({ memberId: 'm', lotId, bookingId: 1, classId: 1, at });
const held = (lotId: string): WalletEvent => ({
  type: 'PassHeld',
  data: { ...move(lotId), classStartsAt: later, source: 'member' },
});
const returned = (lotId: string): WalletEvent => ({
  type: 'PassReturned',
  data: { ...move(lotId), from: 'held' },
});
const expired = (lotId: string): WalletEvent => ({
  type: 'LotExpired',
  data: { memberId: 'm', lotId, passes: 11, at },
});

test.each<[string, number, (MembershipEvent | WalletEvent)[]]>([
  ['starts with the passes of its lot', 12, [started, granted('lot-in_a')]],
  ['loses a booked one', 11, [started, granted('lot-in_a'), held('lot-in_a')]],
  ['gets it back', 12, [started, granted('lot-in_a'), held('lot-in_a'), returned('lot-in_a')]],
  [
    'does not count another lot',
    12,
    [started, granted('lot-in_a'), granted('lot-pi_1', 'purchase'), held('lot-pi_1')],
  ],
  [
    'counts the new lot after a renewal, and the old one no more',
    12,
    [
      started,
      granted('lot-in_a'),
      held('lot-in_a'),
      renewed,
      granted('lot-in_b'),
      expired('lot-in_a'),
      returned('lot-in_a'),
    ],
  ],
  [
    'is used up when the lot expires',
    0,
    [started, granted('lot-in_a'), held('lot-in_a'), expired('lot-in_a')],
  ],
])('the remaining passes: %s', (_what, passes, events) => {
  expect(after(...events).remaining_passes).toBe(passes);
});

test('an upgrade changes the plan and adds the passes of its lot', () => {
  const sixteen = { ...firstPlanTerms, planId: 100, name: 'Sixteen', pricePence: 22_000, passes: 16 };
  const upgraded: MembershipEvent = {
    type: 'MembershipPlanUpgraded',
    data: { ...of, ...month('u', '03', '04'), amountPence: 2_000, plan: sixteen, passes: 2, at: later },
  };
  expect(after(started, upgraded)).toMatchObject({
    plan_id: 100,
    plan_name: 'Sixteen',
    price_pence: 22_000,
    monthly_passes: 16,
    lot_id: 'lot-in_a',
    upgrade_lot_id: 'lot-in_u',
  });
  expect(after(started, upgraded, renewed)).toMatchObject({ plan_id: 1, upgrade_lot_id: null });
});

test('another plan and another price are noted until they are withdrawn', () => {
  const eight = { ...firstPlanTerms, planId: 101, name: 'Eight', pricePence: 13_000, passes: 8 };
  const scheduled: MembershipEvent = {
    type: 'MembershipPlanChangeScheduled',
    data: { ...of, plan: eight, from: '2026-04-12T09:00:00.000Z', at },
  };
  const withdrawn: MembershipEvent = { type: 'MembershipPlanChangeWithdrawn', data: { ...of, at } };
  const announced: MembershipEvent = {
    type: 'MembershipPriceChangeAnnounced',
    data: { ...of, planId: 1, fromPence: 18_000, pricePence: 20_000, effectiveFrom: '2026-05-01', at },
  };
  expect(after(started, scheduled)).toMatchObject({ plan_id: 1, next_plan_id: 101, next_passes: 8 });
  expect(after(started, scheduled, withdrawn)).toMatchObject({ next_plan_id: null });
  expect(after(started, announced)).toMatchObject({
    price_pence: 18_000,
    announced_price_pence: 20_000,
    announced_from: '2026-05-01',
  });
});

test('a pause moves the reminder to the charge after it, until it is withdrawn', () => {
  const pause = { from: '2026-04-12T09:00:00.000Z', until: '2026-05-12T09:00:00.000Z' };
  const planned: MembershipEvent = {
    type: 'MembershipPausePlanned',
    data: { ...of, ...pause, rulesVersion: 1, at: later },
  };
  const withdrawn: MembershipEvent = {
    type: 'MembershipPauseWithdrawn',
    data: { ...of, ...pause, at: later },
  };
  const paused: MembershipEvent = { type: 'MembershipPaused', data: { ...of, ...pause, at: later } };
  const back: MembershipEvent = { type: 'MembershipResumed', data: { ...of, ...pause, at: later } };
  const isPaused = { pause_from: pause.from, pause_until: pause.until };
  const isNot = { pause_from: null, pause_until: null, status: 'active' };
  expect(after(started, planned)).toMatchObject({
    ...isPaused,
    status: 'active',
    remind_at: '2026-05-09T09:00:00.000Z',
  });
  expect(after(started, planned, withdrawn)).toMatchObject({
    ...isNot,
    remind_at: '2026-04-09T09:00:00.000Z',
  });
  expect(after(started, planned, paused)).toMatchObject({ ...isPaused, status: 'paused' });
  expect(after(started, planned, paused, back)).toMatchObject(isNot);
  expect(after(started, planned, paused, ended)).toMatchObject({ ...isNot, status: 'ended' });
});
