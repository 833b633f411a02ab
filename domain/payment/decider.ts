import type { AcceptedTerms } from '../accepted-terms.ts';
import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import { ABANDONED, type PaymentEvent, type PaymentOrder, type PurchaseBooking } from './events.ts';

export interface Payment {
  readonly paymentIntentId: string;
  readonly memberId: string;
  readonly order: PaymentOrder;
  /** The booking that it is for; null for a purchase without one. */
  readonly booking: PurchaseBooking | null;
  /** Whether the booking was made, once that is known. */
  readonly booked: { readonly bookingId: number } | { readonly notBooked: string } | null;
  /** The payer asked for the service to begin within the 14 days in which they may cancel. */
  readonly startsAtOnce: boolean;
  /** The text that was accepted last; null when none was. */
  readonly terms: AcceptedTerms | null;
  /** When the money arrived, ISO; null until then. */
  readonly paidAt: string | null;
  readonly status: 'started' | 'failed' | 'abandoned' | 'succeeded' | 'refunded';
  /** The lot it grants, fixed when it first succeeded. */
  readonly grant: { readonly lotId: string; readonly expiresAt: string } | null;
  readonly refundReason: string | null;
  readonly refundedPence: number;
  /** The total that disputes hold or have taken. */
  readonly disputedPence: number;
  /**
   * The number of money movements after the sale: a decision that relies on Stripe's answer checks that it has not
   * changed meanwhile.
   */
  readonly moneyMovements: number;
}

export interface PaymentState {
  /** null until it is started. */
  readonly payment: Payment | null;
}

function change(state: PaymentState, changes: (payment: Payment) => Partial<Payment>): PaymentState {
  return state.payment === null ? state : { payment: { ...state.payment, ...changes(state.payment) } };
}

function evolvePayment(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'PaymentStarted': {
      const { paymentIntentId, memberId, passId, passName, passes, amountPence, validity, offer, booking } =
        event.data;
      return {
        payment: {
          paymentIntentId,
          memberId,
          order: { passId, passName, passes, amountPence, validity, offer },
          booking: booking ?? null,
          booked: null,
          startsAtOnce: false,
          terms: null,
          paidAt: null,
          status: 'started',
          grant: null,
          refundReason: null,
          refundedPence: 0,
          disputedPence: 0,
          moneyMovements: 0,
        },
      };
    }
    case 'PaymentSucceeded': {
      const { lotId, expiresAt, at } = event.data;
      return change(state, () => ({ status: 'succeeded', paidAt: at, grant: { lotId, expiresAt } }));
    }
    case 'ImmediateStartRequested':
      return change(state, () => ({ startsAtOnce: true }));
    case 'TermsAccepted': {
      const { version, sha256 } = event.data;
      return change(state, () => ({ terms: { version, sha256 } }));
    }
    case 'PurchaseBooked':
      return change(state, () => ({ booked: { bookingId: event.data.bookingId } }));
    case 'PurchaseNotBooked':
      return change(state, () => ({ booked: { notBooked: event.data.code } }));
    case 'PaymentFailed':
      return change(state, () => ({ status: event.data.reason === ABANDONED ? 'abandoned' : 'failed' }));
    case 'PaymentRefunded': {
      const { amountPence, reason } = event.data;
      return change(state, ({ order, refundedPence, status, moneyMovements }) => {
        const total = refundedPence + amountPence;
        return {
          refundedPence: total,
          refundReason: reason,
          status: total >= order.amountPence ? 'refunded' : status,
          moneyMovements: moneyMovements + 1,
        };
      });
    }
    case 'PaymentRefundFailed':
      return change(state, ({ refundedPence, status, grant, moneyMovements }) => ({
        refundedPence: refundedPence - event.data.amountPence,
        status: status === 'refunded' ? (grant === null ? 'started' : 'succeeded') : status,
        moneyMovements: moneyMovements + 1,
      }));
    case 'PaymentDisputed':
      return change(state, ({ disputedPence, moneyMovements }) => ({
        disputedPence: disputedPence + event.data.amountPence,
        moneyMovements: moneyMovements + 1,
      }));
    case 'PaymentDisputeWon':
      return change(state, ({ disputedPence, moneyMovements }) => ({
        disputedPence: disputedPence - event.data.amountPence,
        moneyMovements: moneyMovements + 1,
      }));
    default:
      return assertNever(event);
  }
}

export const paymentDecider: Decider<PaymentState, PaymentEvent> = {
  stream: (paymentIntentId) => `payment-${paymentIntentId}`,
  initial: { payment: null },
  evolve: evolvePayment,
};
