import type { Stripe } from './stripe-sdk.ts';

const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;

export type SubscriptionStatus = (typeof STATUSES)[number];

/** Why a subscription ends or ended. `requested` is a request here or in Stripe's dashboard. */
export type CancellationReason = 'requested' | 'payment_failed' | 'payment_disputed' | 'other';

/** A subscription at Stripe. */
export interface SubscriptionFacts {
  id: string;
  status: SubscriptionStatus;
  /** From the payment page's metadata; null on subscriptions that this product did not create. */
  memberId: string | null;
  metadata: Record<string, string>;
  customerId: string;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** Its invoices are voided at the moment. */
  isVoidingInvoices: boolean;
  /** When the cancellation was requested; null without one. */
  cancelledAt: Date | null;
  cancellationReason: CancellationReason | null;
  endedAt: Date | null;
  latestInvoiceId: string | null;
  createdAt: Date;
}

export function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function instantOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : instant(seconds);
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function reasonOf({ cancellation_details: details }: Stripe.Subscription): CancellationReason | null {
  switch (details?.reason) {
    case undefined:
    case null:
      return null;
    case 'cancellation_requested':
      return 'requested';
    case 'payment_failed':
      return 'payment_failed';
    case 'payment_disputed':
      return 'payment_disputed';
    default:
      return 'other';
  }
}

/** Reads a subscription of one item, which contains the current period in this API version. */
export function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error(`Stripe returned no item of ${subscription.id}`);
  return {
    id: subscription.id,
    // An unknown status counts as unpaid.
    status: STATUSES.find((known) => known === subscription.status) ?? 'unpaid',
    memberId: subscription.metadata.memberId ?? null,
    metadata: subscription.metadata,
    customerId: idOf(subscription.customer) ?? '',
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    isVoidingInvoices: subscription.pause_collection?.behavior === 'void',
    cancelledAt: instantOrNull(subscription.canceled_at),
    cancellationReason: reasonOf(subscription),
    endedAt: instantOrNull(subscription.ended_at),
    latestInvoiceId: idOf(subscription.latest_invoice),
    createdAt: instant(subscription.created),
  };
}
