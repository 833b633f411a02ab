import { computeExpiry } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { Payment, PaymentState } from './decider.ts';
import { ABANDONED, type PaymentEvent, type PaymentOrder } from './events.ts';

/**
 * Null as `memberId` accepts any member's.
 * @throws Refusal PAYMENT_NOT_FOUND when it was never started, or belongs to another member
 */
export function requirePayment(state: PaymentState, memberId: string | null): Payment {
  const { payment } = state;
  if (payment === null || (memberId !== null && payment.memberId !== memberId))
    throw new Refusal('PAYMENT_NOT_FOUND');
  return payment;
}

/** Records the order and its buyer. Appends nothing for a payment that was started. */
export function startPayment(
  state: PaymentState,
  {
    paymentIntentId,
    memberId,
    order,
    now,
  }: { paymentIntentId: string; memberId: string; order: PaymentOrder; now: Date },
): PaymentEvent[] {
  if (state.payment !== null) return [];
  return [{ type: 'PaymentStarted', data: { paymentIntentId, memberId, ...order, at: now.toISOString() } }];
}

/** Whether the member can still pay this same order with the payment. */
export const isOpenFor = (
  { payment }: PaymentState,
  { memberId, order }: { memberId: string; order: PaymentOrder },
): boolean =>
  payment !== null &&
  payment.memberId === memberId &&
  (payment.status === 'started' || payment.status === 'failed') &&
  hasSameTerms(payment.order, order);

const hasSameTerms = (one: PaymentOrder, other: PaymentOrder): boolean =>
  one.passId === other.passId &&
  one.passName === other.passName &&
  one.passes === other.passes &&
  one.amountPence === other.amountPence &&
  one.validity.unit === other.validity.unit &&
  one.validity.count === other.validity.count &&
  one.offer === other.offer;

/** The id of the lot that a payment grants. */
const lotIdFor = (paymentIntentId: string) => `lot-${paymentIntentId}`;

/**
 * Records that the money arrived, and fixes the lot and its expiry, counted from today. Appends nothing for a payment
 * that succeeded.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_REFUNDED
 */
export function succeedPayment(state: PaymentState, { now }: { now: Date }): PaymentEvent[] {
  const { paymentIntentId, memberId, order, status } = requirePayment(state, null);
  if (status === 'succeeded') return [];
  if (status === 'refunded') throw new Refusal('PAYMENT_REFUNDED');
  const { amountPence, validity } = order;
  return [
    {
      type: 'PaymentSucceeded',
      data: {
        paymentIntentId,
        memberId,
        amountPence,
        lotId: lotIdFor(paymentIntentId),
        expiresAt: computeExpiry(now, validity).toISOString(),
        at: now.toISOString(),
      },
    },
  ];
}

/** Records a refused card; another attempt may still succeed. Appends nothing unless the payment is open. */
export function failPayment(
  state: PaymentState,
  { reason, now }: { reason: string; now: Date },
): PaymentEvent[] {
  if (state.payment?.status !== 'started') return [];
  const { paymentIntentId, memberId } = state.payment;
  return [{ type: 'PaymentFailed', data: { paymentIntentId, memberId, reason, at: now.toISOString() } }];
}

/** Records that an abandoned payment was cancelled at Stripe. Appends nothing for a paid one. */
export function abandonPayment(state: PaymentState, { now }: { now: Date }): PaymentEvent[] {
  if (state.payment?.status !== 'started' && state.payment?.status !== 'failed') return [];
  const { paymentIntentId, memberId } = state.payment;
  return [
    { type: 'PaymentFailed', data: { paymentIntentId, memberId, reason: ABANDONED, at: now.toISOString() } },
  ];
}

/**
 * Records a refund. `refundedPence` is Stripe's total, so that a repeated message counts once.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export function refundPayment(
  state: PaymentState,
  { refundedPence, reason, now }: { refundedPence: number; reason: string; now: Date },
): PaymentEvent[] {
  const payment = requirePayment(state, null);
  const amountPence = refundedPence - payment.refundedPence;
  if (amountPence <= 0) return [];
  const { paymentIntentId, memberId } = payment;
  return [
    {
      type: 'PaymentRefunded',
      data: { paymentIntentId, memberId, amountPence, reason, at: now.toISOString() },
    },
  ];
}
