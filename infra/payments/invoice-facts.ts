import type { Stripe } from './stripe-sdk.ts';
import { idOf, instant, instantOrNull } from './subscription-facts.ts';

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export type InvoiceStatus = (typeof STATUSES)[number];

/** A subscription's invoice at Stripe. */
export interface InvoiceFacts {
  id: string;
  subscriptionId: string | null;
  /** From the subscription's metadata when the invoice was made. */
  memberId: string | null;
  customerId: string | null;
  status: InvoiceStatus;
  /** The subscription's first period, a later one, a change within a period, or anything else, such as an invoice made by hand. */
  reason: 'first' | 'renewal' | 'change' | 'other';
  /** The subscription's metadata when the invoice was made. */
  metadata: Record<string, string>;
  amountDuePence: number;
  amountPaidPence: number;
  /** The line's period, which is paid for; the invoice's own is the previous one. */
  periodStart: Date;
  periodEnd: Date;
  attemptCount: number;
  /** When Stripe retries; null when it does not. */
  nextAttemptAt: Date | null;
  /** Where the member can pay by another card. It is a secret: show it to the member only and never store it. */
  hostedUrl: string | null;
  /** The payment that collects it, for refunds; null when it was not expanded. */
  paymentIntentId: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

const reasons = new Map<Stripe.Invoice['billing_reason'], InvoiceFacts['reason']>([
  ['subscription_create', 'first'],
  ['subscription_cycle', 'renewal'],
  ['subscription_update', 'change'],
]);

/** Returns the paid payment, else the one that is attempted. */
function paymentOf({ payments }: Stripe.Invoice): Stripe.InvoicePayment | undefined {
  const all = payments?.data ?? [];
  return all.find(({ status }) => status === 'paid') ?? all.find(({ is_default }) => is_default) ?? all[0];
}

/** Reads an invoice with expanded `payments`. */
export function invoiceFacts(invoice: Stripe.Invoice): InvoiceFacts {
  const details = invoice.parent?.subscription_details;
  const [line] = invoice.lines.data;
  return {
    id: invoice.id,
    subscriptionId: idOf(details?.subscription),
    memberId: details?.metadata?.memberId ?? null,
    customerId: idOf(invoice.customer),
    status: STATUSES.find((known) => known === invoice.status) ?? 'draft',
    reason: reasons.get(invoice.billing_reason) ?? 'other',
    metadata: details?.metadata ?? {},
    amountDuePence: invoice.amount_due,
    amountPaidPence: invoice.amount_paid,
    periodStart: instant(line?.period.start ?? invoice.period_start),
    periodEnd: instant(line?.period.end ?? invoice.period_end),
    attemptCount: invoice.attempt_count,
    nextAttemptAt: invoice.status === 'open' ? instantOrNull(invoice.next_payment_attempt) : null,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    paymentIntentId: idOf(paymentOf(invoice)?.payment.payment_intent),
    createdAt: instant(invoice.created),
    paidAt: instantOrNull(invoice.status_transitions.paid_at),
  };
}
