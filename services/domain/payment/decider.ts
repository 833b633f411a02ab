import type { Decider } from '../decider.ts';
import { unreachable } from '../unreachable.ts';
import type { PaymentEvent, PaymentOrder } from './events.ts';

/** One payment that was started. */
export interface Payment {
  readonly paymentIntentId: string;
  readonly memberId: string;
  readonly order: PaymentOrder;
  readonly status: 'started' | 'failed' | 'succeeded' | 'refunded';
  /** What it grants, fixed when it first succeeded. */
  readonly grant: { readonly lotId: string; readonly expiresAt: string } | null;
  readonly refundReason: string | null;
  readonly refundedPence: number;
  readonly disputed: boolean;
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
      const { paymentIntentId, memberId, passId, passName, passes, amountPence, validity, offer } =
        event.data;
      return {
        payment: {
          paymentIntentId,
          memberId,
          order: { passId, passName, passes, amountPence, validity, offer },
          status: 'started',
          grant: null,
          refundReason: null,
          refundedPence: 0,
          disputed: false,
        },
      };
    }
    case 'PaymentSucceeded': {
      const { lotId, expiresAt } = event.data;
      return change(state, () => ({ status: 'succeeded', grant: { lotId, expiresAt } }));
    }
    case 'PaymentFailed':
      return change(state, () => ({ status: 'failed' }));
    case 'PaymentRefunded': {
      const { amountPence, reason } = event.data;
      return change(state, ({ order, refundedPence, status }) => {
        const total = refundedPence + amountPence;
        return {
          refundedPence: total,
          refundReason: reason,
          status: total >= order.amountPence ? 'refunded' : status,
        };
      });
    }
    case 'PaymentDisputed':
      return change(state, () => ({ disputed: true }));
    default:
      return unreachable(event);
  }
}

export const paymentDecider: Decider<PaymentState, PaymentEvent> = {
  stream: (paymentIntentId) => `payment-${paymentIntentId}`,
  initial: { payment: null },
  evolve: evolvePayment,
};
