import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now, otherId } from '../testing/histories.fixture.ts';
import {
  disputePayment,
  failPayment,
  paymentOf,
  refundPayment,
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
const whenDisputed = (...history: PaymentEvent[]) =>
  given(paymentDecider, ...history).when((state) => disputePayment(state, { amountPence: 11_000, now }));

describe('a payment', () => {
  it('is started once', () => {
    whenStarted().gives(started);
    whenStarted(started).gives();
  });

  it('succeeds once, also after a refused card, with a lot that lasts to the end of the day two months on', () => {
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

  it('fails while nothing is settled', () => {
    whenFailed(started).gives(failed);
    whenFailed(started, failed).gives();
    whenFailed(started, succeeded).gives();
    whenFailed().gives();
  });

  it('is refunded by the total that Stripe names', () => {
    whenRefunded(5_000, started, succeeded).gives(refunded(5_000));
    whenRefunded(5_000, started, succeeded, refunded(5_000)).gives();
    const state = whenRefunded(11_000, started, succeeded, refunded(5_000)).gives(refunded(6_000));
    expect(state.payment).toMatchObject({ status: 'refunded', refundedPence: 11_000 });
    expect(given(paymentDecider, started, succeeded, refunded(5_000)).state.payment?.status).toBe(
      'succeeded',
    );
    whenRefunded(1).refuses('PAYMENT_NOT_FOUND');
  });

  it('is disputed once', () => {
    whenDisputed(started, succeeded).gives(disputed);
    whenDisputed(started, succeeded, disputed).gives();
    whenDisputed().refuses('PAYMENT_NOT_FOUND');
  });

  it('is nobody else’s', () => {
    const { state } = given(paymentDecider, started);
    expect(paymentOf(state, memberId).paymentIntentId).toBe(paymentIntentId);
    expect(paymentOf(state, null).paymentIntentId).toBe(paymentIntentId);
    expect(() => paymentOf(state, otherId)).toThrow('PAYMENT_NOT_FOUND');
  });
});
