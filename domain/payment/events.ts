import type { AcceptedTerms } from '../accepted-terms.ts';
import type { SeenClass } from '../class/seen-class.ts';
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

/** The booking that a purchase is for, from the start of the payment. */
export interface PurchaseBooking {
  bookingId: number;
  classId: number;
  classStartsAt: string;
  /** What the member saw of the class. */
  expected?: SeenClass;
  /** The member wants it also at the time of another booking. */
  allowOverlap?: true;
}

interface BookedPurchase {
  paymentIntentId: string;
  memberId: string;
  classId: number;
}

export type PaymentEvent =
  /** `booking`: the passes are bought for it, and one of them books it once they are granted. */
  | DomainEvent<
      'PaymentStarted',
      { paymentIntentId: string; memberId: string; booking?: PurchaseBooking } & PaymentOrder
    >
  /** The payer asked for the service to begin within the 14 days in which they may cancel the purchase. */
  | DomainEvent<'ImmediateStartRequested', { paymentIntentId: string; memberId: string }>
  /** The payer accepted this text of the terms. */
  | DomainEvent<'TermsAccepted', { paymentIntentId: string; memberId: string } & AcceptedTerms>
  /** The purchase's class is booked, by this booking or by another one of the member. */
  | DomainEvent<'PurchaseBooked', BookedPurchase & { bookingId: number }>
  /** The class could not be booked any more, for the reason `code`: the passes stay. */
  | DomainEvent<'PurchaseNotBooked', BookedPurchase & { code: string }>
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
  ImmediateStartRequested: { version: 1 },
  TermsAccepted: { version: 1 },
  PaymentSucceeded: { version: 1 },
  PurchaseBooked: { version: 1 },
  PurchaseNotBooked: { version: 1 },
  PaymentFailed: { version: 1 },
  PaymentRefunded: { version: 1 },
  PaymentRefundFailed: { version: 1 },
  PaymentDisputed: { version: 1 },
  PaymentDisputeWon: { version: 1 },
} satisfies Record<PaymentEvent['type'], EventDefinition>;
