import { describe, expect, it } from 'vitest';
import type { Recorded } from '../../infra/event-store/types.ts';
import type { StudioEvent } from '../../services/domain/registry.ts';
import { reactors } from './all.ts';
import { reactTo } from './run-reactors.ts';

const at = '2026-05-12T09:00:00.000Z';
const now = new Date('2026-05-12T09:00:05.000Z');
const hours = (count: number) => new Date(Date.parse(at) + count * 3_600_000);

const recorded = (event: StudioEvent): Recorded<StudioEvent> => ({
  ...event,
  id: '00000000-0000-5000-8000-000000000001',
  stream: 'stream-1',
  revision: 0n,
  position: 1n,
  metadata: { commandId: 'c', actor: { kind: 'system', name: 'test' } },
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
const released = (reason: 'cancelled' | 'late_cancelled' | 'removed' | 'class_cancelled'): StudioEvent => ({
  type: 'SeatReleased',
  data: { ...seat, reason, returnsPass: reason !== 'late_cancelled' },
});
const granted = (kind: 'purchase' | 'adjustment'): StudioEvent => ({
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

describe('what events call for', () => {
  it('a welcome for who signed up', () => {
    expect(jobsFor(signedUp)).toEqual([{ name: 'send-welcome', payload: { memberId: 'm' }, key: 'm' }]);
  });

  it('the mailing list for who consented', () => {
    const consent: StudioEvent = { type: 'ConsentGiven', data: { memberId: 'm', consent: 'newsletter', at } };
    expect(jobsFor(consent)).toMatchObject([{ name: 'join-newsletter', payload: { memberId: 'm' } }]);
  });

  it('a receipt for what was bought, not for what staff gave', () => {
    expect(jobsFor(granted('purchase'))).toEqual([
      { name: 'send-receipt', payload: { memberId: 'm', lotId: 'lot-1' }, key: 'lot-1' },
    ]);
    expect(jobsFor(granted('adjustment'))).toEqual([]);
  });

  it('a confirmation for a seat', () => {
    const booked: StudioEvent = {
      type: 'SeatBooked',
      data: { ...seat, source: 'member', freeUntil: '2026-05-13T09:00:00.000Z' },
    };
    expect(jobsFor(booked)).toEqual([
      { name: 'send-booking-confirmation', payload: { memberId: 'm', bookingId: 12 }, key: 'booking-12' },
    ]);
  });

  it('a note for a seat that was given back, and its pass settled when the studio cancelled the class', () => {
    const note = { name: 'send-cancellation', payload: { memberId: 'm', bookingId: 12 }, key: 'booking-12' };
    for (const reason of ['cancelled', 'late_cancelled', 'removed'] as const) {
      expect(jobsFor(released(reason))).toEqual([note]);
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

  it('a note for money that went back or came again, and none for a dispute', () => {
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
    expect(jobsFor({ type: 'PaymentDisputed', data: money })).toEqual([]);
  });

  it('nothing but settling once a day has gone by', () => {
    expect(jobsFor(signedUp, hours(24))).toHaveLength(1);
    expect(jobsFor(signedUp, hours(24.01))).toEqual([]);
    expect(jobsFor(released('class_cancelled'), hours(1000)).map(({ name }) => name)).toEqual([
      'settle-booking',
    ]);
  });

  it('the same under the same keys, however often', () => {
    for (const event of [signedUp, granted('purchase'), released('class_cancelled')]) {
      expect(jobsFor(event)).toEqual(jobsFor(event, hours(1)));
    }
  });

  it('no personal data in any job', () => {
    expect(JSON.stringify(jobsFor(signedUp))).not.toMatch(/Ann|ann@|07700/);
  });
});
