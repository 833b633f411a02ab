import { refundPayment, requirePayment } from './decide.ts';
import type { Payment, PaymentState } from './decider.ts';
import type { PaymentEvent } from './events.ts';

/** What Stripe says went back of a payment, in all. */
interface MoneyBack {
  readonly refundedPence: number;
  /** What disputes hold or have taken. */
  readonly disputedPence: number;
}

interface Noted extends MoneyBack {
  /** Why a refund was made. */
  readonly reason: string;
  readonly now: Date;
}

function refunds(state: PaymentState, { refundedPence, reason, now }: Noted): PaymentEvent[] {
  const { paymentIntentId, memberId, refundedPence: known } = requirePayment(state, null);
  if (refundedPence >= known) return refundPayment(state, { refundedPence, reason, now });
  const amountPence = known - refundedPence;
  return [
    { type: 'PaymentRefundFailed', data: { paymentIntentId, memberId, amountPence, at: now.toISOString() } },
  ];
}

function disputes({ payment }: PaymentState, { disputedPence, now }: Noted): PaymentEvent[] {
  if (payment === null || disputedPence === payment.disputedPence) return [];
  const { paymentIntentId, memberId } = payment;
  const more = disputedPence - payment.disputedPence;
  const data = { paymentIntentId, memberId, amountPence: Math.abs(more), at: now.toISOString() };
  return [more > 0 ? { type: 'PaymentDisputed', data } : { type: 'PaymentDisputeWon', data }];
}

/**
 * Notes what went back of a payment since it was last looked at, and what came again. The same told twice adds nothing.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export function recordMoneyBack(state: PaymentState, money: Noted): PaymentEvent[] {
  return [...refunds(state, money), ...disputes(state, money)];
}

/** How many passes of the lot went back with the money: all with all of it, else those that are paid for in full by it. */
export function countPassesPaidBack({ order, refundedPence, disputedPence }: Payment): number {
  const { passes, amountPence } = order;
  const back = refundedPence + disputedPence;
  return back >= amountPence ? passes : Math.floor((back * passes) / amountPence);
}
