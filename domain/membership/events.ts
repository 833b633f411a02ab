import type { AcceptedTerms } from '../accepted-terms.ts';
import type { DomainEvent, EventDefinition } from '../event.ts';
import { firstPlanTerms, type PlanTerms } from '../plan/terms.ts';

interface Of {
  membershipId: number;
  memberId: string;
  subscriptionId: string;
}

/** One paid period of a plan, and the lot it grants. The instants are those of Stripe's invoice. */
export interface PaidPeriod {
  invoiceId: string;
  /** null when nothing was charged. */
  paymentIntentId: string | null;
  amountPence: number;
  /** The plan as it was charged. */
  plan: PlanTerms;
  periodStart: string;
  periodEnd: string;
  passes: number;
  lotId: string;
  /** The last instant at which the passes can be used: the end of the London day on which the period ends. */
  expiresAt: string;
}

/** A period that is not charged and grants nothing. */
export interface PausedPeriod {
  from: string;
  until: string;
}

export type MembershipEvent =
  /** A member's first paid period, also of a member who returns after an earlier membership ended. */
  | DomainEvent<'MembershipStarted', Of & PaidPeriod>
  /** The payer accepted this text of the terms. `at` of this and the next event is when the payment page was opened. */
  | DomainEvent<'MembershipTermsAccepted', Of & AcceptedTerms>
  /** The payer asked for the membership to begin within the 14 days in which they may cancel it. */
  | DomainEvent<'MembershipStartRequested', Of>
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
  /** The next period is not charged; `rulesVersion` is the rulebook that allowed it. */
  | DomainEvent<'MembershipPausePlanned', Of & PausedPeriod & { rulesVersion: number }>
  /** Before it began, so that the next period is charged. */
  | DomainEvent<'MembershipPauseWithdrawn', Of & PausedPeriod>
  /** The paused period began: its invoice was voided. */
  | DomainEvent<'MembershipPaused', Of & PausedPeriod>
  /** The paused period is over; its charge is the event after it. */
  | DomainEvent<'MembershipResumed', Of & PausedPeriod>
  | DomainEvent<'MembershipEnded', Of & { reason: 'cancelled' | 'unpaid' }>
  /**
   * The plan costs another price from the first renewal on or after the London day `effectiveFrom`. The present price withdraws what
   * was announced before.
   */
  | DomainEvent<
      'MembershipPriceChangeAnnounced',
      Of & { planId: number; fromPence: number; pricePence: number; effectiveFrom: string }
    >
  /** The member chose another plan, which starts with the next period, at `from`. */
  | DomainEvent<'MembershipPlanChangeScheduled', Of & { plan: PlanTerms; from: string }>
  | DomainEvent<'MembershipPlanChangeWithdrawn', Of>
  /** The member paid the difference to a larger plan for the rest of the period, for which the lot has more passes. */
  | DomainEvent<'MembershipPlanUpgraded', Of & PaidPeriod>
  /** A payment for a second membership, which was cancelled at Stripe and refunded. */
  | DomainEvent<'MembershipRefused', Of & { invoiceId: string; amountPence: number; plan?: PlanTerms }>
  /**
   * Money of a paid month went back by refund or dispute, or returned to the studio. `returnedPence` is the total
   * that is back with the payer; `changePence` is the change, negative when money returned to the studio.
   */
  | DomainEvent<
      'MembershipMoneyReturned',
      Of & { invoiceId: string; paymentIntentId: string; returnedPence: number; changePence: number }
    >;

/** Before there were plans, every membership was what is the first plan now. */
const withFirstPlan = (data: Record<string, unknown>) => ({ ...data, plan: firstPlanTerms });

export const membershipEventDefinitions = {
  MembershipStarted: { version: 2, upcasters: { 1: withFirstPlan } },
  MembershipTermsAccepted: { version: 1 },
  MembershipStartRequested: { version: 1 },
  MembershipRenewed: { version: 2, upcasters: { 1: withFirstPlan } },
  MembershipPaymentFailed: { version: 1 },
  MembershipInvoiceVoided: { version: 1 },
  MembershipCancellationScheduled: { version: 1 },
  MembershipCancellationWithdrawn: { version: 1 },
  MembershipPausePlanned: { version: 1 },
  MembershipPauseWithdrawn: { version: 1 },
  MembershipPaused: { version: 1 },
  MembershipResumed: { version: 1 },
  MembershipEnded: { version: 1 },
  MembershipPriceChangeAnnounced: { version: 1 },
  MembershipPlanChangeScheduled: { version: 1 },
  MembershipPlanChangeWithdrawn: { version: 1 },
  MembershipPlanUpgraded: { version: 1 },
  MembershipRefused: { version: 1 },
  MembershipMoneyReturned: { version: 1 },
} satisfies Record<MembershipEvent['type'], EventDefinition>;
