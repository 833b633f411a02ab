import { refundPayment, requirePayment } from './decide.ts';
import type { PaymentState } from './decider.ts';
import type { PaymentEvent } from './events.ts';

/** The totals of a payment's money that went back, from Stripe. */
interface MoneyBack {
  readonly refundedPence: number;
  /** The total that disputes hold or have taken. */
  readonly disputedPence: number;
}

interface MoneyBackReport extends MoneyBack {
  /** Why a refund was made. */
  readonly reason: string;
  readonly now: Date;
}

function refunds(state: PaymentState, { refundedPence, reason, now }: MoneyBackReport): PaymentEvent[] {
  const { paymentIntentId, memberId, refundedPence: known } = requirePayment(state, null);
  if (refundedPence >= known) return refundPayment(state, { refundedPence, reason, now });
  const amountPence = known - refundedPence;
  return [
    { type: 'PaymentRefundFailed', data: { paymentIntentId, memberId, amountPence, at: now.toISOString() } },
  ];
}

function disputes({ payment }: PaymentState, { disputedPence, now }: MoneyBackReport): PaymentEvent[] {
  if (payment === null || disputedPence === payment.disputedPence) return [];
  const { paymentIntentId, memberId } = payment;
  const more = disputedPence - payment.disputedPence;
  const data = { paymentIntentId, memberId, amountPence: Math.abs(more), at: now.toISOString() };
  return [more > 0 ? { type: 'PaymentDisputed', data } : { type: 'PaymentDisputeWon', data }];
}

/**
 * Records the money that went back since the last call, and the money that returned. Appends nothing when the totals
 * are unchanged.
 * @throws Refusal PAYMENT_NOT_FOUND
 */
export function recordMoneyBack(state: PaymentState, money: MoneyBackReport): PaymentEvent[] {
  return [...refunds(state, money), ...disputes(state, money)];
}

/** How many passes the refunded money paid for: all of them with all of it, otherwise those it pays for in full. */
export function countPassesPaidBack(
  { refundedPence, disputedPence }: MoneyBack,
  { passes, amountPence }: { readonly passes: number; readonly amountPence: number },
): number {
  const back = refundedPence + disputedPence;
  return back >= amountPence ? passes : Math.floor((back * passes) / amountPence);
}

/** Whether the demand for passes comes, or came until now, from a dispute rather than a refund. */
export function getDemandCause(
  { refundedPence, disputedPence }: MoneyBack,
  previous: 'refund' | 'dispute' | undefined,
): 'refund' | 'dispute' {
  return disputedPence > 0 || (previous === 'dispute' && refundedPence === 0) ? 'dispute' : 'refund';
}
