import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now, otherId } from '../testing/histories.fixture.ts';
import { countPassesPaidBack, recordMoneyBack } from './after-sale.ts';
import {
  abandonPayment,
  failPayment,
  refundPayment,
  requirePayment,
  startPayment,
  succeedPayment,
} from './decide.ts';
import { paymentDecider } from './decider.ts';
import type { PaymentEvent, PaymentOrder } from './events.ts';

const paymentIntentId = 'pi_a';
const ids = { paymentIntentId, memberId };
const order: PaymentOrder = {
  passId: 5,
  passName: '5 Class Pass',
  passes: 5,
  amountPence: 11_000,
  validity: { unit: 'months', count: 2 },
  offer: null,
};
const started: PaymentEvent = { type: 'PaymentStarted', data: { ...ids, ...order, at } };
const failed: PaymentEvent = { type: 'PaymentFailed', data: { ...ids, reason: 'card_declined', at } };
const succeeded: PaymentEvent = {
  type: 'PaymentSucceeded',
  data: { ...ids, amountPence: 11_000, lotId: 'lot-pi_a', expiresAt: '2026-07-12T22:59:59.999Z', at },
};
const refunded = (amountPence: number): PaymentEvent => ({
  type: 'PaymentRefunded',
  data: { ...ids, amountPence, reason: 'requested', at },
});
const disputed: PaymentEvent = { type: 'PaymentDisputed', data: { ...ids, amountPence: 11_000, at } };
const refundFailed = (amountPence: number): PaymentEvent => ({
  type: 'PaymentRefundFailed',
  data: { ...ids, amountPence, at },
});
const disputeWon: PaymentEvent = { type: 'PaymentDisputeWon', data: { ...ids, amountPence: 11_000, at } };

const whenStarted = (...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) => startPayment(state, { ...ids, order, now }));
const whenSucceeded = (...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) => succeedPayment(state, { now }));
const whenFailed = (...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) => failPayment(state, { reason: 'card_declined', now }));
const whenRefunded = (refundedPence: number, ...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) =>
    refundPayment(state, { refundedPence, reason: 'requested', now }),
  );
const whenAbandoned = (...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) => abandonPayment(state, { now }));
const whenNoted = (money: { refundedPence?: number; disputedPence?: number }, ...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) =>
    recordMoneyBack(state, { refundedPence: 0, disputedPence: 0, reason: 'requested', now, ...money }),
  );
const paidBack = (...history: PaymentEvent[]) =>
  countPassesPaidBack(
    requirePayment(given(paymentDecider, started, succeeded, ...history).state, null),
    order,
  );

describe('a payment', () => {
  it('starts once', () => {
    whenStarted().gives(started);
    whenStarted(started).gives();
  });

  it('succeeds once, also after a refused card, with a lot until the end of the day two months later', () => {
    whenSucceeded(started).gives(succeeded);
    whenSucceeded(started, failed).gives(succeeded);
    whenSucceeded(started, succeeded).gives();
    whenSucceeded().refuses('PAYMENT_NOT_FOUND');
    whenSucceeded(started, succeeded, refunded(11_000)).refuses('PAYMENT_REFUNDED');
  });

  it('keeps the lot and expiry of its first success', () => {
    const { state } = given(paymentDecider, started, succeeded);
    expect(state.payment?.grant).toEqual({ lotId: 'lot-pi_a', expiresAt: '2026-07-12T22:59:59.999Z' });
  });

  it('fails only while it is open', () => {
    whenFailed(started).gives(failed);
    whenFailed(started, failed).gives();
    whenFailed(started, succeeded).gives();
    whenFailed().gives();
  });

  it('is refunded by the total from Stripe', () => {
    whenRefunded(5_000, started, succeeded).gives(refunded(5_000));
    whenRefunded(5_000, started, succeeded, refunded(5_000)).gives();
    const state = whenRefunded(11_000, started, succeeded, refunded(5_000)).gives(refunded(6_000));
    expect(state.payment).toMatchObject({ status: 'refunded', refundedPence: 11_000 });
    expect(given(paymentDecider, started, succeeded, refunded(5_000)).state.payment?.status).toBe(
      'succeeded',
    );
    whenRefunded(1).refuses('PAYMENT_NOT_FOUND');
  });

  it('can be abandoned while it is open, but not once it is paid', () => {
    const abandoned: PaymentEvent = { type: 'PaymentFailed', data: { ...ids, reason: 'abandoned', at } };
    whenAbandoned(started).gives(abandoned);
    whenAbandoned(started, failed).gives(abandoned);
    whenAbandoned(started, abandoned).gives();
    whenAbandoned(started, succeeded).gives();
    whenAbandoned().gives();
    expect(given(paymentDecider, started, abandoned).state.payment?.status).toBe('abandoned');
    // A payment that Stripe reports as paid after all succeeds.
    whenSucceeded(started, abandoned).gives(succeeded);
  });

  it('records the totals that went back and returned, once', () => {
    whenNoted({}, started, succeeded).gives();
    whenNoted({ refundedPence: 5_000 }, started, succeeded).gives(refunded(5_000));
    whenNoted({ refundedPence: 5_000 }, started, succeeded, refunded(5_000)).gives();
    whenNoted({ refundedPence: 2_000 }, started, succeeded, refunded(5_000)).gives(refundFailed(3_000));
    whenNoted({ disputedPence: 11_000 }, started, succeeded).gives(disputed);
    whenNoted({ disputedPence: 11_000 }, started, succeeded, disputed).gives();
    whenNoted({}, started, succeeded, disputed).gives(disputeWon);
    whenNoted({ refundedPence: 11_000, disputedPence: 11_000 }, started, succeeded).gives(
      refunded(11_000),
      disputed,
    );
    whenNoted({}).refuses('PAYMENT_NOT_FOUND');
  });

  it('counts as paid again when its refund fails', () => {
    const state = whenNoted({}, started, succeeded, refunded(11_000)).gives(refundFailed(11_000));
    expect(state.payment).toMatchObject({ status: 'succeeded', refundedPence: 0, moneyMovements: 2 });
  });

  it('counts the passes that the refunded money paid for', () => {
    expect(paidBack()).toBe(0);
    expect(paidBack(refunded(2_199))).toBe(0);
    expect(paidBack(refunded(2_200))).toBe(1);
    expect(paidBack(refunded(10_999))).toBe(4);
    expect(paidBack(refunded(11_000))).toBe(5);
    expect(paidBack(refunded(2_200), disputed)).toBe(5);
    expect(paidBack(disputed, disputeWon)).toBe(0);
  });

  it('is not found for another member', () => {
    const { state } = given(paymentDecider, started);
    expect(requirePayment(state, memberId).paymentIntentId).toBe(paymentIntentId);
    expect(requirePayment(state, null).paymentIntentId).toBe(paymentIntentId);
    expect(() => requirePayment(state, otherId)).toThrow('PAYMENT_NOT_FOUND');
  });
});
