import { computeExpiry } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { Payment, PaymentState } from './decider.ts';
import { ABANDONED, type PaymentEvent, type PaymentOrder } from './events.ts';

/** @throws Refusal PAYMENT_NOT_FOUND when it was never started, or belongs to another member (null asks for anyone's) */
export function requirePayment(state: PaymentState, memberId: string | null): Payment {
  const { payment } = state;
  if (payment === null || (memberId !== null && payment.memberId !== memberId))
    throw new Refusal('PAYMENT_NOT_FOUND');
  return payment;
}

/** Remembers what is bought and by whom; the same payment a second time adds nothing. */
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

/** The lot that a payment grants: always the same one. */
const lotIdFor = (paymentIntentId: string) => `lot-${paymentIntentId}`;

/**
 * The money is there: fixes the lot and its expiry, counted from today. A payment that succeeded before adds nothing.
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

/** The card was refused; another try may still succeed. Adds nothing to a payment that failed, succeeded or is unknown. */
export function failPayment(
  state: PaymentState,
  { reason, now }: { reason: string; now: Date },
): PaymentEvent[] {
  if (state.payment?.status !== 'started') return [];
  const { paymentIntentId, memberId } = state.payment;
  return [{ type: 'PaymentFailed', data: { paymentIntentId, memberId, reason, at: now.toISOString() } }];
}

/** Nobody went on with it for so long that it was cancelled at Stripe. Adds nothing to one that was paid. */
export function abandonPayment(state: PaymentState, { now }: { now: Date }): PaymentEvent[] {
  if (state.payment?.status !== 'started' && state.payment?.status !== 'failed') return [];
  const { paymentIntentId, memberId } = state.payment;
  return [
    { type: 'PaymentFailed', data: { paymentIntentId, memberId, reason: ABANDONED, at: now.toISOString() } },
  ];
}

/**
 * Money went back. `refundedPence` is the total that Stripe names, so that the same refund told twice counts once.
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
