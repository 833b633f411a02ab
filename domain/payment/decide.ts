import type { AcceptedTerms } from '../accepted-terms.ts';
import { computeExpiry } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { Payment, PaymentState } from './decider.ts';
import { ABANDONED, type PaymentEvent, type PaymentOrder, type PurchaseBooking } from './events.ts';

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

/** Records the order, its buyer, and what they agree to. Appends nothing that is recorded. */
export function startPayment(
  state: PaymentState,
  {
    paymentIntentId,
    memberId,
    order,
    booking,
    startsAtOnce = false,
    terms,
    now,
  }: {
    paymentIntentId: string;
    memberId: string;
    order: PaymentOrder;
    booking?: PurchaseBooking | undefined;
    startsAtOnce?: boolean | undefined;
    /** The text of the terms that they accept. */
    terms?: AcceptedTerms | undefined;
    now: Date;
  },
): PaymentEvent[] {
  const { payment } = state;
  const isOpen = payment === null || payment.grant === null;
  const at = now.toISOString();
  const agreed: PaymentEvent[] = [];
  if (isOpen && terms !== undefined && payment?.terms?.sha256 !== terms.sha256)
    agreed.push({ type: 'TermsAccepted', data: { paymentIntentId, memberId, ...terms, at } });
  if (isOpen && startsAtOnce && payment?.startsAtOnce !== true)
    agreed.push({ type: 'ImmediateStartRequested', data: { paymentIntentId, memberId, at } });
  if (payment !== null) return agreed;
  const purchase = { paymentIntentId, memberId, ...order, ...(booking === undefined ? {} : { booking }) };
  return [{ type: 'PaymentStarted', data: { ...purchase, at } }, ...agreed];
}

/** An order that a member wants to pay, and the booking that it is for. */
export interface WantedPayment {
  readonly memberId: string;
  readonly order: PaymentOrder;
  readonly booking?: PurchaseBooking | undefined;
}

/** Whether the member can still pay this same order, for the same booking, with the payment. */
export const isOpenFor = ({ payment }: PaymentState, { memberId, order, booking }: WantedPayment): boolean =>
  payment !== null &&
  payment.memberId === memberId &&
  (payment.status === 'started' || payment.status === 'failed') &&
  payment.booking?.bookingId === booking?.bookingId &&
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
const toLotId = (paymentIntentId: string) => `lot-${paymentIntentId}`;

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
        lotId: toLotId(paymentIntentId),
        expiresAt: computeExpiry(now, validity).toISOString(),
        at: now.toISOString(),
      },
    },
  ];
}

/**
 * Records how the booking of a purchase ended, once. Appends nothing for a purchase without a booking.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export function endPurchaseBooking(
  state: PaymentState,
  { outcome, now }: { outcome: NonNullable<Payment['booked']>; now: Date },
): PaymentEvent[] {
  const { paymentIntentId, memberId, booking, booked } = requirePayment(state, null);
  if (booking === null || booked !== null) return [];
  const purchase = { paymentIntentId, memberId, classId: booking.classId };
  const at = now.toISOString();
  if ('notBooked' in outcome)
    return [{ type: 'PurchaseNotBooked', data: { ...purchase, code: outcome.notBooked, at } }];
  return [{ type: 'PurchaseBooked', data: { ...purchase, bookingId: outcome.bookingId, at } }];
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
