import type { DomainEvent, EventDefinition } from '../event.ts';

interface Of {
  membershipId: number;
  memberId: string;
  subscriptionId: string;
}

/** One month that was paid for, and the lot it gives. Instants are Stripe's own of the invoice. */
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
  /** A member's first paid period; also when someone comes back whose membership had ended. */
  | DomainEvent<'MembershipStarted', Of & PaidPeriod>
  | DomainEvent<'MembershipRenewed', Of & PaidPeriod>
  /** The card was refused for an invoice, for the `attempt`th time. */
  | DomainEvent<
      'MembershipPaymentFailed',
      Of & { invoiceId: string; attempt: number; nextAttemptAt: string | null }
    >
  | DomainEvent<'MembershipCancellationScheduled', Of & { endsAt: string }>
  | DomainEvent<'MembershipCancellationWithdrawn', Of>
  | DomainEvent<'MembershipEnded', Of & { reason: 'cancelled' | 'unpaid' }>
  /** A payment for a second membership: cancelled at Stripe, and the money sent back. */
  | DomainEvent<'MembershipRefused', Of & { invoiceId: string; amountPence: number }>
  /**
   * Money of a paid month went back by refund or dispute, or came again. `returnedPence` is what is back in all;
   * `changePence` how much more that is than before, negative when money came again.
   */
  | DomainEvent<
      'MembershipMoneyReturned',
      Of & { invoiceId: string; paymentIntentId: string; returnedPence: number; changePence: number }
    >;

export const membershipEventDefinitions = {
  MembershipStarted: { version: 1 },
  MembershipRenewed: { version: 1 },
  MembershipPaymentFailed: { version: 1 },
  MembershipCancellationScheduled: { version: 1 },
  MembershipCancellationWithdrawn: { version: 1 },
  MembershipEnded: { version: 1 },
  MembershipRefused: { version: 1 },
  MembershipMoneyReturned: { version: 1 },
} satisfies Record<MembershipEvent['type'], EventDefinition>;
