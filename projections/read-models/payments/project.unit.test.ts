import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { paymentsProjection } from './project.ts';
import { payments } from './tables.ts';

const payment = { paymentIntentId: 'pi_1', memberId: 'm' };
const lot = { lotId: 'lot-pi_1', expiresAt: '2026-05-02T22:59:59.999Z' };
const order = { passId: 5, passName: '5 Class Pass', passes: 5, amountPence: 11_000, offer: null };
const money = { ...payment, amountPence: 4_400, at: '2026-03-04T10:00:00.000Z' };
const started: StudioEvent = {
  type: 'PaymentStarted',
  data: { ...payment, ...order, validity: { unit: 'months', count: 2 }, at: '2026-03-02T10:00:00.000Z' },
};
const failed = {
  type: 'PaymentFailed' as const,
  data: { ...payment, reason: 'card_declined', at: '2026-03-02T10:01:00.000Z' },
};
const succeeded: StudioEvent = {
  type: 'PaymentSucceeded',
  data: { ...payment, ...lot, amountPence: 11_000, at: '2026-03-02T10:02:00.000Z' },
};
const granted: StudioEvent = {
  type: 'LotGranted',
  data: {
    ...payment,
    ...lot,
    ...order,
    kind: 'purchase',
    pricePence: 11_000,
    at: '2026-03-02T10:03:00.000Z',
  },
};

function paymentAfter(...events: StudioEvent[]) {
  const recorder = new Recorder();
  const records = events.map((event) => recorder.record('payment-pi_1', event));
  return projectAll(paymentsProjection, records).only(payments);
}

test('a payment follows its states from start to lot, also after a refused card', () => {
  expect(paymentAfter(started)).toMatchObject({
    member_id: 'm',
    pass_name: '5 Class Pass',
    passes: 5,
    price_pence: 11_000,
    state: 'started',
    lot_id: null,
    money_back_at: null,
  });
  expect(paymentAfter(started, failed)).toMatchObject({ state: 'failed' });
  expect(paymentAfter(started, failed, succeeded)).toMatchObject({
    state: 'paid',
    changed_at: '2026-03-02T10:02:00.000Z',
  });
  expect(paymentAfter(started, failed, succeeded, granted)).toMatchObject({
    state: 'granted',
    lot_id: 'lot-pi_1',
    started_at: '2026-03-02T10:00:00.000Z',
    changed_at: '2026-03-02T10:03:00.000Z',
  });
});

test('an abandoned payment differs from a refused card', () => {
  const abandoned: StudioEvent = { type: 'PaymentFailed', data: { ...failed.data, reason: 'abandoned' } };
  expect(paymentAfter(started, failed, abandoned)).toMatchObject({ state: 'abandoned' });
});

test('sums up refunds and disputes without changing the state', () => {
  const refunded: StudioEvent = { type: 'PaymentRefunded', data: { ...money, reason: 'at_stripe' } };
  const disputed: StudioEvent = { type: 'PaymentDisputed', data: { ...money, amountPence: 6_600 } };
  const later = { ...money, at: '2026-03-09T10:00:00.000Z' };
  const sale = [started, succeeded, granted, refunded, disputed];
  expect(paymentAfter(...sale)).toMatchObject({
    state: 'granted',
    refunded_pence: 4_400,
    disputed_pence: 6_600,
    money_back_at: money.at,
    changed_at: '2026-03-02T10:03:00.000Z',
  });
  const won: StudioEvent = { type: 'PaymentDisputeWon', data: { ...later, amountPence: 6_600 } };
  const bounced: StudioEvent = { type: 'PaymentRefundFailed', data: later };
  expect(paymentAfter(...sale, won, bounced)).toMatchObject({
    refunded_pence: 0,
    disputed_pence: 0,
    money_back_at: later.at,
  });
});
