import { describe, expect, it } from 'vitest';
import { firstPlanTerms } from '../plan/terms.ts';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now, otherId } from '../testing/histories.fixture.ts';
import {
  assertNoMembership,
  followSubscription,
  isSecondSubscription,
  listInvoicesToVoid,
  type PaidInvoice,
  recordReturnedMoney,
  refuseSubscription,
  requireCancellable,
  requireMembership,
  type SubscriptionSnapshot,
} from './decide.ts';
import { membershipDecider } from './decider.ts';
import type { MembershipEvent, PaidPeriod } from './events.ts';

const of = { membershipId: 7, memberId, subscriptionId: 'sub_a' };
const invoice = (id: string, month: number): PaidInvoice => ({
  kind: 'period',
  invoiceId: `in_${id}`,
  paymentIntentId: `pi_${id}`,
  amountPence: 18_000,
  plan: firstPlanTerms,
  periodStart: `2026-0${month}-12T09:00:00.000Z`,
  periodEnd: `2026-0${month + 1}-12T09:00:00.000Z`,
});
const period = (id: string, month: number): PaidPeriod => {
  const { kind: _kind, ...paid } = invoice(id, month);
  return {
    ...paid,
    passes: 12,
    lotId: `lot-in_${id}`,
    expiresAt: `2026-0${month + 1}-12T22:59:59.999Z`,
  };
};
const started: MembershipEvent = { type: 'MembershipStarted', data: { ...of, ...period('a', 5), at } };
const renewed: MembershipEvent = { type: 'MembershipRenewed', data: { ...of, ...period('b', 6), at } };
const failed = (attempt: number): MembershipEvent => ({
  type: 'MembershipPaymentFailed',
  data: { ...of, invoiceId: 'in_b', attempt, nextAttemptAt: null, at },
});
const scheduled = {
  type: 'MembershipCancellationScheduled',
  data: { ...of, endsAt: '2026-06-12T09:00:00.000Z', at },
} satisfies MembershipEvent;
const withdrawn: MembershipEvent = { type: 'MembershipCancellationWithdrawn', data: { ...of, at } };
const ended = (reason: 'cancelled' | 'unpaid'): MembershipEvent => ({
  type: 'MembershipEnded',
  data: { ...of, reason, at },
});

const subscription: SubscriptionSnapshot = {
  ...of,
  isOver: false,
  isCancelled: false,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2026-06-12T09:00:00.000Z',
  nextPlan: firstPlanTerms,
  agreement: null,
  paid: [invoice('a', 5)],
  failed: null,
  payableInvoiceIds: [],
  voidedInvoiceIds: [],
  pause: null,
  voidedPeriodStarts: [],
};
const whenStripeSays = (changes: Partial<SubscriptionSnapshot>, ...history: MembershipEvent[]) =>
  given(membershipDecider, ...history).when((state) =>
    followSubscription(state, { subscription: { ...subscription, ...changes }, now }),
  );
const refusedB = { failed: { invoiceId: 'in_b', attempt: 1, nextAttemptAt: null } };

describe('a membership', () => {
  it('starts with the first paid invoice', () => {
    whenStripeSays({ paid: [] }).gives();
    whenStripeSays({ paid: [], failed: { invoiceId: 'in_a', attempt: 1, nextAttemptAt: null } }).gives();
    const state = whenStripeSays({}).gives(started);
    expect(state.membership).toMatchObject({ status: 'active', startedAt: '2026-05-12T09:00:00.000Z' });
    whenStripeSays({}, started).gives();
  });

  it('is renewed by each further invoice in order, also by several in one call', () => {
    whenStripeSays({ paid: [invoice('a', 5), invoice('b', 6)] }, started).gives(renewed);
    whenStripeSays({ paid: [invoice('a', 5), invoice('b', 6)] }).gives(started, renewed);
  });

  it('is past due while an invoice is unpaid, with one event per attempt', () => {
    const state = whenStripeSays(refusedB, started).gives(failed(1));
    expect(state.membership?.status).toBe('past_due');
    whenStripeSays(refusedB, started, failed(1)).gives();
    whenStripeSays({ failed: { ...refusedB.failed, attempt: 2 } }, started, failed(1)).gives(failed(2));
    const paid = whenStripeSays({ paid: [invoice('a', 5), invoice('b', 6)] }, started, failed(1)).gives(
      renewed,
    );
    expect(paid.membership).toMatchObject({ status: 'active', failure: null });
  });

  it('can be cancelled for the end of its period, and resumed', () => {
    whenStripeSays({ cancelAtPeriodEnd: true }, started).gives(scheduled);
    whenStripeSays({ cancelAtPeriodEnd: true }, started, scheduled).gives();
    whenStripeSays({}, started, scheduled).gives(withdrawn);
    whenStripeSays({ cancelAtPeriodEnd: true, isOver: true }, started, scheduled).gives(ended('cancelled'));
  });

  it('asks for nothing more once its unpaid invoice is voided', () => {
    const voided: MembershipEvent = {
      type: 'MembershipInvoiceVoided',
      data: { ...of, invoiceId: 'in_b', periodEnd: subscription.currentPeriodEnd, at },
    };
    const voidedB = { voidedInvoiceIds: ['in_b'] };
    const state = whenStripeSays({ ...voidedB, cancelAtPeriodEnd: true }, started, failed(1)).gives(
      voided,
      scheduled,
    );
    expect(state.membership).toMatchObject({
      status: 'past_due',
      failure: null,
      cancelAtPeriodEnd: true,
      endsAt: scheduled.data.endsAt,
    });
    whenStripeSays({ ...voidedB, cancelAtPeriodEnd: true }, started, failed(1), voided, scheduled).gives();
    const resumed = whenStripeSays(voidedB, started, failed(1), voided, scheduled).gives(withdrawn);
    expect(resumed.membership).toMatchObject({ status: 'past_due', endsAt: null });
    const next = { paid: [invoice('a', 5), invoice('b', 6)] };
    expect(whenStripeSays({ ...next }, started, failed(1), voided).gives(renewed).membership?.status).toBe(
      'active',
    );
    whenStripeSays({ ...voidedB, isOver: true, isCancelled: true }, started, failed(1)).gives(
      voided,
      ended('cancelled'),
    );
  });

  it('voids what is left to pay only when its end was asked for', () => {
    const snapshot = (changes: Partial<SubscriptionSnapshot>) =>
      listInvoicesToVoid({ ...subscription, payableInvoiceIds: ['in_b'], ...changes });
    expect(snapshot({})).toEqual([]);
    expect(snapshot({ isOver: true })).toEqual([]);
    expect(snapshot({ isOver: true, isCancelled: true })).toEqual(['in_b']);
    expect(snapshot({ cancelAtPeriodEnd: true })).toEqual(['in_b']);
  });

  it('can end immediately only while it is not paid', () => {
    const cancellable = (when: 'now' | 'period_end', ...history: MembershipEvent[]) =>
      requireCancellable(given(membershipDecider, started, ...history).state, { memberId, when });
    expect(cancellable('period_end').membershipId).toBe(7);
    expect(() => cancellable('now')).toThrow('MEMBERSHIP_PAID');
    expect(cancellable('now', failed(1)).membershipId).toBe(7);
    expect(cancellable('period_end', failed(1)).membershipId).toBe(7);
    expect(() => cancellable('now', ended('cancelled'))).toThrow('MEMBERSHIP_NOT_ACTIVE');
  });

  it('ends once, with a reason', () => {
    whenStripeSays({ isOver: true }, started).gives(ended('cancelled'));
    whenStripeSays({ isOver: true, ...refusedB }, started, failed(1)).gives(ended('unpaid'));
    whenStripeSays({ isOver: true }, started, ended('cancelled')).gives();
    whenStripeSays({ isOver: true, ...refusedB }, started, failed(1), ended('unpaid')).gives();
  });

  it('grants a paid invoice that arrives after its end', () => {
    const state = whenStripeSays(
      { isOver: true, paid: [invoice('a', 5), invoice('b', 6)] },
      started,
      ended('cancelled'),
    ).gives(renewed, ended('cancelled'));
    expect(state.membership?.periods).toHaveLength(2);
  });

  it('can start again after its end', () => {
    const again = { ...of, subscriptionId: 'sub_b' };
    const state = whenStripeSays({ ...again, paid: [invoice('c', 7)] }, started, ended('cancelled')).gives({
      type: 'MembershipStarted',
      data: { ...again, ...period('c', 7), at },
    });
    expect(state.membership).toMatchObject({ subscriptionId: 'sub_b', status: 'active' });
    // A late event of the old subscription does not affect the new one.
    whenStripeSays({ isOver: true }, started, ended('cancelled'), {
      type: 'MembershipStarted',
      data: { ...again, ...period('c', 7), at },
    }).gives();
  });
});

describe('a second subscription', () => {
  const second = { ...subscription, subscriptionId: 'sub_b', paid: [invoice('x', 5)] };
  const refused: MembershipEvent = {
    type: 'MembershipRefused',
    data: {
      ...of,
      subscriptionId: 'sub_b',
      invoiceId: 'in_x',
      amountPence: 18_000,
      plan: firstPlanTerms,
      at,
    },
  };

  it('starts nothing beside a running one', () => {
    const { state } = given(membershipDecider, started);
    expect(isSecondSubscription(state, second)).toBe(true);
    expect(isSecondSubscription(state, subscription)).toBe(false);
    whenStripeSays(second, started).gives();
  });

  it('is refused once per invoice, and never becomes a membership, even after the first has ended', () => {
    const when = (...history: MembershipEvent[]) =>
      given(membershipDecider, ...history).when((state) =>
        refuseSubscription(state, { subscription: second, now }),
      );
    when(started).gives(refused);
    when(started, refused).gives();
    whenStripeSays(second, started, refused, ended('cancelled')).gives();
  });
});

it('a membership is not found for another member', () => {
  const { state } = given(membershipDecider, started);
  expect(requireMembership(state, memberId).membershipId).toBe(7);
  expect(requireMembership(state, null).membershipId).toBe(7);
  expect(() => requireMembership(state, otherId)).toThrow('MEMBERSHIP_NOT_FOUND');
  expect(() => requireMembership(membershipDecider.initial, null)).toThrow('MEMBERSHIP_NOT_FOUND');
  expect(() => assertNoMembership(state)).toThrow('ALREADY_MEMBER');
  expect(() => assertNoMembership(given(membershipDecider, started, ended('unpaid')).state)).not.toThrow();
});

it('records a month’s refunded and returned money once', () => {
  const returned = (returnedPence: number, changePence: number): MembershipEvent => ({
    type: 'MembershipMoneyReturned',
    data: { ...of, invoiceId: 'in_a', paymentIntentId: 'pi_a', returnedPence, changePence, at },
  });
  const whenBack = (returnedPence: number, ...history: MembershipEvent[]) =>
    given(membershipDecider, started, ...history).when((state) =>
      recordReturnedMoney(state, { ...of, invoiceId: 'in_a', paymentIntentId: 'pi_a', returnedPence, now }),
    );
  whenBack(0).gives();
  whenBack(6_000).gives(returned(6_000, 6_000));
  whenBack(6_000, returned(6_000, 6_000)).gives();
  whenBack(18_000, returned(6_000, 6_000)).gives(returned(18_000, 12_000));
  whenBack(0, returned(18_000, 18_000)).gives(returned(0, -18_000));
});
