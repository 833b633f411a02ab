import type { DomainEvent, EventDefinition } from '../event.ts';
import type { Validity } from '../london-time.ts';
import type { Offer } from '../pass/events.ts';

/** The order, as of the start of the payment. */
export interface PaymentOrder {
  passId: number;
  passName: string;
  passes: number;
  amountPence: number;
  validity: Validity;
  offer: Offer | null;
}

export type PaymentEvent =
  | DomainEvent<'PaymentStarted', { paymentIntentId: string; memberId: string } & PaymentOrder>
  | DomainEvent<
      'PaymentSucceeded',
      { paymentIntentId: string; memberId: string; amountPence: number; lotId: string; expiresAt: string }
    >
  | DomainEvent<'PaymentFailed', { paymentIntentId: string; memberId: string; reason: string }>
  | DomainEvent<
      'PaymentRefunded',
      { paymentIntentId: string; memberId: string; amountPence: number; reason: string }
    >
  /** A refund failed: the money is the studio's again. */
  | DomainEvent<'PaymentRefundFailed', { paymentIntentId: string; memberId: string; amountPence: number }>
  /** The payer's bank took money back. */
  | DomainEvent<'PaymentDisputed', { paymentIntentId: string; memberId: string; amountPence: number }>
  /** The bank gave it back. */
  | DomainEvent<'PaymentDisputeWon', { paymentIntentId: string; memberId: string; amountPence: number }>;

/** The reason of a payment that was abandoned and cancelled at Stripe. */
export const ABANDONED = 'abandoned';

export const paymentEventDefinitions = {
  PaymentStarted: { version: 1 },
  PaymentSucceeded: { version: 1 },
  PaymentFailed: { version: 1 },
  PaymentRefunded: { version: 1 },
  PaymentRefundFailed: { version: 1 },
  PaymentDisputed: { version: 1 },
  PaymentDisputeWon: { version: 1 },
} satisfies Record<PaymentEvent['type'], EventDefinition>;
