import type { Stripe } from './stripe-sdk.ts';
import { idOf, instant, instantOrNull } from './subscription-facts.ts';

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export type InvoiceStatus = (typeof STATUSES)[number];

/** What Stripe says of one invoice of a subscription. Amounts in pence. */
export interface InvoiceFacts {
  id: string;
  subscriptionId: string | null;
  /** From the metadata of the subscription as it was when the invoice was made. */
  memberId: string | null;
  customerId: string | null;
  status: InvoiceStatus;
  /** Whether it is the first of its subscription. */
  isFirst: boolean;
  amountDuePence: number;
  amountPaidPence: number;
  /** The period that is paid for, which is the line's: the invoice's own is the one before. */
  periodStart: Date;
  periodEnd: Date;
  attemptCount: number;
  /** When Stripe tries again by itself; null when it does not. */
  nextAttemptAt: Date | null;
  /** Where the member can pay it by another card. As good as a key: show it to nobody else, keep it nowhere. */
  hostedUrl: string | null;
  /** What collects it, and by which a refund is made; null when it was not expanded. */
  paymentIntentId: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

/** The payment that was made, else the one that is tried. */
function paymentOf({ payments }: Stripe.Invoice): Stripe.InvoicePayment | undefined {
  const all = payments?.data ?? [];
  return all.find(({ status }) => status === 'paid') ?? all.find(({ is_default }) => is_default) ?? all[0];
}

/** Reads an invoice whose `payments` were expanded. */
export function invoiceFacts(invoice: Stripe.Invoice): InvoiceFacts {
  const details = invoice.parent?.subscription_details;
  const [line] = invoice.lines.data;
  return {
    id: invoice.id,
    subscriptionId: idOf(details?.subscription),
    memberId: details?.metadata?.memberId ?? null,
    customerId: idOf(invoice.customer),
    status: STATUSES.find((known) => known === invoice.status) ?? 'draft',
    isFirst: invoice.billing_reason === 'subscription_create',
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
