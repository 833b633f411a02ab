import { expect, test } from 'vitest';
import type { StudioEvent } from '../../../services/domain/registry.ts';
import { projectAll } from '../../testing/naive-tables.ts';
import { Recorder } from '../../testing/record.ts';
import { openPaymentsProjection } from './project.ts';
import { openPayments } from './tables.ts';

const payment = { paymentIntentId: 'pi_1', memberId: 'm' };
const lot = { lotId: 'lot-pi_1', expiresAt: '2026-05-02T22:59:59.999Z' };
const order = { passId: 5, passName: '5 Class Pass', passes: 5, amountPence: 11_000, offer: null };
const started: StudioEvent = {
  type: 'PaymentStarted',
  data: { ...payment, ...order, validity: { unit: 'months', count: 2 }, at: '2026-03-02T10:00:00.000Z' },
};
const failed: StudioEvent = {
  type: 'PaymentFailed',
  data: { ...payment, reason: 'card_declined', at: '2026-03-02T10:01:00.000Z' },
};
const succeeded: StudioEvent = {
  type: 'PaymentSucceeded',
  data: { ...payment, ...lot, amountPence: 11_000, at: '2026-03-02T10:02:00.000Z' },
};
const refunded: StudioEvent = {
  type: 'PaymentRefunded',
  data: { ...payment, amountPence: 11_000, reason: 'already_used', at: '2026-03-02T10:03:00.000Z' },
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

function open(...events: StudioEvent[]) {
  const recorder = new Recorder();
  return projectAll(
    openPaymentsProjection,
    events.map((event) => recorder.record('payment-pi_1', event)),
  ).rows(openPayments);
}

test('a payment is open until its lot is granted, also after a card was refused', () => {
  expect(open(started)).toMatchObject([{ state: 'started', outstanding_pence: 11_000 }]);
  expect(open(started, failed)).toMatchObject([{ state: 'failed' }]);
  expect(open(started, failed, succeeded)).toMatchObject([
    { state: 'paid', changed_at: '2026-03-02T10:02:00.000Z' },
  ]);
  expect(open(started, failed, succeeded, granted)).toEqual([]);
});

test('nothing is owed for what was refunded', () => {
  expect(open(started, succeeded, refunded)).toMatchObject([{ state: 'paid', outstanding_pence: 0 }]);
});
