import type { BookingRow } from '#projections/read-models/bookings/queries.ts';

/** A payment, as another one may be confused with it. */
export interface PaidSale {
  readonly paymentIntentId: string;
  /** The pass or the plan. */
  readonly what: string;
  readonly pricePence: number;
  readonly paidAt: Date;
}

export type SaleBooking = Pick<
  BookingRow,
  'id' | 'className' | 'startsAt' | 'createdAt' | 'status' | 'attended' | 'passReturned' | 'releasedAt'
>;

/** What the evidence of a dispute is filled from. It has no answers about health and no notes of staff. */
export interface EvidenceSources {
  readonly studio: {
    readonly name: string;
    readonly town: string;
    readonly address: string;
    readonly email: string;
  };
  readonly dispute: { readonly reason: string; readonly openedAt: Date };
  /** Name and address are null once the member is erased: they are named by their id alone then. */
  readonly member: { readonly id: string; readonly name: string | null; readonly email: string | null };
  readonly sale: PaidSale & {
    readonly passes: number;
    readonly refundedPence: number;
    /** When the order was begun; null for a period of a membership. */
    readonly startedAt: Date | null;
    /** The last instant of the passes; null when none were granted. */
    readonly expiresAt: Date | null;
    /** A membership's paid period; null for passes. */
    readonly period: { readonly start: Date; readonly end: Date } | null;
  };
  /** What the payer agreed to, with the text that they saw; null when nothing was recorded. */
  readonly terms: {
    readonly version: string;
    readonly sha256: string;
    readonly at: Date;
    readonly text: string;
  } | null;
  readonly startRequestedAt: Date | null;
  /** When a membership was cancelled for the end of its period; null for none, and for passes. */
  readonly cancelledAt: Date | null;
  /** Of the passes of this payment, the earliest class first. */
  readonly bookings: readonly SaleBooking[];
  /** Sent about this payment, the earliest first. */
  readonly emails: readonly { readonly what: string; readonly sentAt: Date }[];
  /** The payment nearest in time that may be confused with this one; null for none. */
  readonly otherSale: PaidSale | null;
}
