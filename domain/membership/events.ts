import type { DomainEvent, EventDefinition } from '../event.ts';

interface Of {
  membershipId: number;
  memberId: string;
  subscriptionId: string;
}

/** One paid month, and the lot it grants. The instants are those of Stripe's invoice. */
export interface PaidPeriod {
  invoiceId: string;
  /** null when nothing was charged. */
  paymentIntentId: string | null;
  amountPence: number;
  periodStart: string;
  periodEnd: string;
  passes: number;
  lotId: string;
  /** The last instant at which the passes can be used: the end of the London day on which the period ends. */
  expiresAt: string;
}

export type MembershipEvent =
  /** A member's first paid period, also of a member who returns after an earlier membership ended. */
  | DomainEvent<'MembershipStarted', Of & PaidPeriod>
  | DomainEvent<'MembershipRenewed', Of & PaidPeriod>
  /** The card was refused for an invoice, for the `attempt`th time. */
  | DomainEvent<
      'MembershipPaymentFailed',
      Of & { invoiceId: string; attempt: number; nextAttemptAt: string | null }
    >
  /** The unpaid invoice was voided, so nothing is due for the month that ends at `periodEnd`. */
  | DomainEvent<'MembershipInvoiceVoided', Of & { invoiceId: string; periodEnd: string }>
  | DomainEvent<'MembershipCancellationScheduled', Of & { endsAt: string }>
  | DomainEvent<'MembershipCancellationWithdrawn', Of>
  | DomainEvent<'MembershipEnded', Of & { reason: 'cancelled' | 'unpaid' }>
  /** A payment for a second membership, which was cancelled at Stripe and refunded. */
  | DomainEvent<'MembershipRefused', Of & { invoiceId: string; amountPence: number }>
  /**
   * Money of a paid month went back by refund or dispute, or returned to the studio. `returnedPence` is the total
   * that is back with the payer; `changePence` is the change, negative when money returned to the studio.
   */
  | DomainEvent<
      'MembershipMoneyReturned',
      Of & { invoiceId: string; paymentIntentId: string; returnedPence: number; changePence: number }
    >;

export const membershipEventDefinitions = {
  MembershipStarted: { version: 1 },
  MembershipRenewed: { version: 1 },
  MembershipPaymentFailed: { version: 1 },
  MembershipInvoiceVoided: { version: 1 },
  MembershipCancellationScheduled: { version: 1 },
  MembershipCancellationWithdrawn: { version: 1 },
  MembershipEnded: { version: 1 },
  MembershipRefused: { version: 1 },
  MembershipMoneyReturned: { version: 1 },
} satisfies Record<MembershipEvent['type'], EventDefinition>;
