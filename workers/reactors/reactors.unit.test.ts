import { millisecondsInHour } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Actor, RecordedEvent } from '#infra/event-store/types.ts';
import { reactors } from './all.ts';
import { reactTo } from './run-reactors.ts';

const at = '2026-05-12T09:00:00.000Z';
const now = new Date('2026-05-12T09:00:05.000Z');
const hours = (count: number) => new Date(Date.parse(at) + count * millisecondsInHour);

const recorded = (event: StudioEvent): RecordedEvent<StudioEvent> => ({
  ...event,
  id: '00000000-0000-5000-8000-000000000001',
  stream: 'stream-1',
  revision: 0n,
  position: 1n,
  metadata: { commandId: 'c', actor: { kind: 'system', name: 'test' } },
});
const owner = '5d0f8a1e-3c64-4b7a-9f52-7e1a2b3c4d55';
const byStaff = (staffId?: string): Actor => ({
  kind: 'staff',
  role: 'admin',
  ...(staffId === undefined ? {} : { staffId }),
});
const jobsFor = (event: StudioEvent, when = now) =>
  reactTo(reactors, [recorded(event)], when).map(({ definition, payload, key }) => ({
    name: definition.name,
    payload,
    key,
  }));

const seat = { classId: 7, bookingId: 12, memberId: 'm', lotId: 'l', at };
const signedUp: StudioEvent = {
  type: 'MemberSignedUp',
  data: {
    memberId: 'm',
    personal: { name: 'Ann', email: 'ann@example.com', phone: '07700 900123', dateOfBirth: null },
    at,
  },
};
const released = (
  reason: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled' | 'moved',
): StudioEvent => ({
  type: 'SeatReleased',
  data: { ...seat, reason, returnsPass: reason !== 'late_cancelled' },
});
const granted = (kind: 'purchase' | 'adjustment' | 'membership'): StudioEvent => ({
  type: 'LotGranted',
  data: {
    memberId: 'm',
    lotId: 'lot-1',
    kind,
    passName: '5 Class Pass',
    passes: 5,
    pricePence: 11_000,
    passId: 5,
    paymentIntentId: 'pi_1',
    offer: null,
    expiresAt: '2026-07-12T22:59:59.999Z',
    at,
  },
});

it.each([
  ['the owner', byStaff(owner), 'removed'],
  ['another admin', byStaff('another'), 'removed-by-another'],
  ['a shared password', byStaff(), 'removed-by-another'],
  ['an operator', { kind: 'system', name: 'staff-access' }, 'removed-by-another'],
] as const)('a second factor removed by %s is reported to the owner', (_who, actor, notice) => {
  const event = recorded({ type: 'StaffSecondFactorRemoved', data: { staffId: owner, at } });
  const jobs = reactTo(reactors, [{ ...event, metadata: { ...event.metadata, actor } }], now);
  expect(jobs.map(({ definition, payload }) => [definition.name, payload])).toEqual([
    ['send-staff-security-notice', { eventId: event.id, staffId: owner, notice }],
  ]);
});

it('a second factor added and a recovery code used are reported to the owner', () => {
  const added: StudioEvent = {
    type: 'StaffSecondFactorAdded',
    data: { staffId: owner, personal: { secret: 'JBSWY3DPEHPK3PXP' }, at },
  };
  const used: StudioEvent = { type: 'StaffRecoveryCodeUsed', data: { staffId: owner, number: 4, at } };
  const jobs = [...jobsFor(added), ...jobsFor(used)];
  expect(jobs.map(({ payload }) => payload)).toMatchObject([
    { notice: 'added' },
    { notice: 'recovery-code-used' },
  ]);
  expect(JSON.stringify(jobs)).not.toContain('JBSWY3DPEHPK3PXP');
});

describe('the reactors', () => {
  it('welcome a new member', () => {
    expect(jobsFor(signedUp)).toEqual([{ name: 'send-welcome', payload: { memberId: 'm' }, key: 'm' }]);
  });

  it('add a consenting member to the mailing list, and remove one who withdraws, however old the event', () => {
    const data = { memberId: 'm', consent: 'newsletter' as const, at };
    const payload = { memberId: 'm', at };
    const given: StudioEvent = { type: 'ConsentGiven', data };
    const withdrawn: StudioEvent = { type: 'ConsentWithdrawn', data };
    expect(jobsFor(given)).toMatchObject([{ name: 'join-newsletter', payload }]);
    expect(jobsFor(withdrawn)).toMatchObject([{ name: 'leave-newsletter', payload }]);
    expect(jobsFor(given, hours(25))).toEqual([]);
    expect(jobsFor(withdrawn, hours(25))).toHaveLength(1);
  });

  it('send one notice for each event of a membership, and no receipt for its passes', () => {
    const ids = { membershipId: 7, memberId: 'm', subscriptionId: 'sub_1' };
    const paid = {
      invoiceId: 'in_1',
      paymentIntentId: 'pi_1',
      amountPence: 18_000,
      plan: firstPlanTerms,
      periodStart: at,
      periodEnd: '2026-06-12T09:00:00.000Z',
      passes: 12,
      lotId: 'lot-in_1',
      expiresAt: '2026-06-12T22:59:59.999Z',
    };
    const failed = { invoiceId: 'in_1', attempt: 2, nextAttemptAt: null };
    const events: [StudioEvent, object][] = [
      [
        { type: 'MembershipStarted', data: { ...ids, ...paid, at } },
        { what: 'started', invoiceId: 'in_1' },
      ],
      [
        { type: 'MembershipRenewed', data: { ...ids, ...paid, at } },
        { what: 'renewed', invoiceId: 'in_1' },
      ],
      [
        { type: 'MembershipPlanUpgraded', data: { ...ids, ...paid, passes: 2, at } },
        { what: 'upgraded', invoiceId: 'in_1', passes: 2 },
      ],
      [
        {
          type: 'MembershipPriceChangeAnnounced',
          data: { ...ids, planId: 1, fromPence: 18_000, pricePence: 20_000, effectiveFrom: '2026-07-01', at },
        },
        { what: 'price-change', pricePence: 20_000, effectiveFrom: '2026-07-01' },
      ],
      [
        { type: 'MembershipPaymentFailed', data: { ...ids, ...failed, at } },
        { what: 'payment-failed', invoiceId: 'in_1', attempt: 2 },
      ],
      [
        { type: 'MembershipCancellationScheduled', data: { ...ids, endsAt: paid.periodEnd, at } },
        { what: 'cancelling', endsAt: paid.periodEnd },
      ],
      [{ type: 'MembershipCancellationWithdrawn', data: { ...ids, at } }, { what: 'resumed' }],
      [
        { type: 'MembershipEnded', data: { ...ids, reason: 'unpaid', at } },
        { what: 'ended', reason: 'unpaid' },
      ],
      [
        { type: 'MembershipRefused', data: { ...ids, invoiceId: 'in_2', amountPence: 18_000, at } },
        { what: 'refused', amountPence: 18_000 },
      ],
    ];
    const eventId = '00000000-0000-5000-8000-000000000001';
    for (const [event, notice] of events) {
      const payload = { ...ids, eventId, revision: 0, notice };
      expect(jobsFor(event)).toEqual([{ name: 'send-membership-notice', payload, key: eventId }]);
      expect(jobsFor(event, hours(25))).toEqual([]);
    }
    expect(jobsFor(granted('membership'))).toEqual([]);
  });

  it('notify the owner of a staff account of a changed password', () => {
    const staffId = '5d0f8a1e-3c64-4b7a-9f52-7e1a2b3c4d55';
    const changed: StudioEvent = {
      type: 'StaffPasswordChanged',
      data: { staffId, personal: { passwordHash: 'hash' }, at },
    };
    const eventId = '00000000-0000-5000-8000-000000000001';
    expect(jobsFor(changed)).toEqual([
      {
        name: 'send-staff-security-notice',
        payload: { eventId, staffId, notice: 'password-changed' },
        key: eventId,
      },
    ]);
    expect(jobsFor(changed, hours(25))).toEqual([]);
  });

  it('send a receipt for a purchase, not for passes from staff', () => {
    expect(jobsFor(granted('purchase'))).toEqual([
      { name: 'send-receipt', payload: { memberId: 'm', lotId: 'lot-1' }, key: 'lot-1' },
    ]);
    expect(jobsFor(granted('adjustment'))).toEqual([]);
  });

  it('note who bought a once-only offer, however long ago', () => {
    const bought = granted('purchase');
    expect(jobsFor(bought).map(({ name }) => name)).not.toContain('note-offer-use');
    if (bought.type !== 'LotGranted') throw new Error('Another event');
    const offer: StudioEvent = {
      ...bought,
      data: { ...bought.data, offer: 'sign_up', paymentIntentId: 'pi_1' },
    };
    const note = { name: 'note-offer-use', payload: { memberId: 'm', lotId: 'lot-1' }, key: 'lot-1' };
    expect(jobsFor(offer)).toContainEqual(note);
    expect(jobsFor(offer, hours(1_000))).toEqual([note]);
  });

  it('confirm a booking', () => {
    const booked: StudioEvent = {
      type: 'SeatBooked',
      data: { ...seat, source: 'member', freeUntil: '2026-05-13T09:00:00.000Z' },
    };
    expect(jobsFor(booked)).toContainEqual({
      name: 'send-booking-confirmation',
      payload: { memberId: 'm', bookingId: 12 },
      key: 'booking-12',
    });
  });

  it('notify of a released seat, and settle its pass when the studio cancelled the class', () => {
    const note = { name: 'send-cancellation', payload: { memberId: 'm', bookingId: 12 }, key: 'booking-12' };
    expect(jobsFor(released('removed'))).toContainEqual(note);
    // A sweep sends the email of a member's cancellation, and the email of the new booking covers a move.
    for (const reason of ['cancelled', 'late_cancelled', 'moved'] as const) {
      expect(jobsFor(released(reason)).map(({ name }) => name)).not.toContain(note.name);
    }
    expect(jobsFor(released('class_cancelled'))).toEqual([
      {
        name: 'settle-booking',
        payload: { bookingId: 12, classId: 7, memberId: 'm' },
        key: 'released-12',
      },
      note,
    ]);
  });

  it('settle a late cancellation whose place was taken, and notify of its pass once it is back', () => {
    const refilled: StudioEvent = { type: 'LateCancellationRefilled', data: { ...seat, byBookingId: 13 } };
    expect(jobsFor(refilled)).toEqual([
      {
        name: 'settle-booking',
        payload: { bookingId: 12, classId: 7, memberId: 'm' },
        key: 'refilled-12',
      },
    ]);
    const back: StudioEvent = { type: 'PassReturned', data: { ...seat, from: 'forfeited', refilledBy: 13 } };
    const other: StudioEvent = { type: 'PassReturned', data: { ...seat, from: 'used' } };
    expect(jobsFor(back)).toEqual([
      { name: 'send-pass-back', payload: { memberId: 'm', bookingId: 12 }, key: 'booking-12' },
    ]);
    expect(jobsFor(other)).toEqual([]);
  });

  it('notify of a class that a purchase could not book', () => {
    const purchase = { paymentIntentId: 'pi_1', memberId: 'm', classId: 7 };
    const event: StudioEvent = { type: 'PurchaseNotBooked', data: { ...purchase, code: 'CLASS_FULL', at } };
    expect(jobsFor(event)).toEqual([{ name: 'send-not-booked', payload: purchase, key: 'pi_1' }]);
  });

  it('notify of a refund, its failure and a won dispute, but not of an open dispute', () => {
    const money = { paymentIntentId: 'pi_1', memberId: 'm', amountPence: 4_400, at };
    const note = (what: string) => [
      {
        name: 'send-refund-notice',
        payload: { ...money, eventId: '00000000-0000-5000-8000-000000000001', what },
        key: '00000000-0000-5000-8000-000000000001',
      },
    ];
    const refunded = (reason: string): StudioEvent => ({
      type: 'PaymentRefunded',
      data: { ...money, reason },
    });
    expect(jobsFor(refunded('at_stripe'))).toEqual(note('refunded'));
    expect(jobsFor(refunded('already_used'))).toEqual(note('refused'));
    expect(jobsFor({ type: 'PaymentRefundFailed', data: money })).toEqual(note('refund_failed'));
    expect(jobsFor({ type: 'PaymentDisputeWon', data: money })).toEqual(note('dispute_won'));
    const made = { ...money, requestKey: 'k', refundId: 're_1' };
    expect(jobsFor({ type: 'RefundMade', data: made })).toEqual(note('membership_refunded'));
    expect(jobsFor({ type: 'PaymentDisputed', data: money })).toEqual([]);
  });

  it('only settle bookings when an event is older than a day', () => {
    expect(jobsFor(signedUp, hours(24))).toHaveLength(1);
    expect(jobsFor(signedUp, hours(24.01))).toEqual([]);
    expect(jobsFor(released('class_cancelled'), hours(1000)).map(({ name }) => name)).toEqual([
      'settle-booking',
    ]);
  });

  it('return the same jobs with the same keys each time', () => {
    for (const event of [signedUp, granted('purchase'), released('class_cancelled')]) {
      expect(jobsFor(event)).toEqual(jobsFor(event, hours(1)));
    }
  });

  it('put no personal data into a job', () => {
    expect(JSON.stringify(jobsFor(signedUp))).not.toMatch(/Ann|ann@|07700/);
  });
});
