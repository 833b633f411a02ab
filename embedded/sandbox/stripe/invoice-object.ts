import { formatPounds } from '#domain/money.ts';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { formatRecurrence, getItem } from './subscription-object.ts';

/** A part of a period at one price; negative for what is credited. */
export interface Proration {
  price: Stripe.Price;
  amount: number;
  description: string;
}

export interface InvoiceFacts {
  id: string;
  subscription: Stripe.Subscription;
  customer: Stripe.Customer;
  productName: string;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  /** What an invoice of a change within a period charges, instead of a whole period. */
  prorations?: readonly Proration[] | undefined;
  /** The period paid for. */
  period: { start: number; end: number };
  now: Date;
}

function newLineItem(facts: InvoiceFacts, proration?: Proration): Stripe.InvoiceLineItem {
  const { price: whole, quantity = 1, id } = getItem(facts.subscription);
  const price = proration?.price ?? whole;
  const amount = proration?.amount ?? (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description:
      proration?.description ??
      `${quantity} × ${facts.productName} (at ${formatPounds(price.unit_amount ?? 0)} / ${formatRecurrence(price)})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: facts.id,
    livemode: false,
    metadata: facts.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: proration !== undefined,
        proration_details: { credited_items: null },
        subscription: facts.subscription.id,
        subscription_item: id,
      },
      type: 'subscription_item_details',
    },
    period: facts.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: {
        price: price.id,
        product: typeof price.product === 'string' ? price.product : price.product.id,
      },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: null,
    subscription: facts.subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** A draft invoice. As at Stripe, its own period is the previous one, and its line has the period paid for. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: Stripe's object has this many fields.
export function newInvoice(facts: InvoiceFacts): Stripe.Invoice {
  const { id, subscription, customer, reason } = facts;
  const now = toUnixSeconds(facts.now);
  const lines = facts.prorations?.map((proration) => newLineItem(facts, proration)) ?? [newLineItem(facts)];
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const periodStart = reason === 'subscription_create' ? now : getItem(subscription).current_period_start;
  return {
    id,
    object: 'invoice',
    account_country: 'GB',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: reason === 'upcoming' ? facts.period.start : now,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
    period_end: facts.period.start,
    period_start: periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total: total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

/** Links an invoice to the payment intent that collects it. */
export function newInvoicePayment(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  now: Date,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: toUnixSeconds(now),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

export function getSubscriptionId(invoice: Stripe.Invoice): string {
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (typeof subscription !== 'string') throw new Error(`The invoice ${invoice.id} has no subscription`);
  return subscription;
}

/** Whether the invoice can be paid; an uncollectible one can, too. */
export function isPayable({ status }: Stripe.Invoice): boolean {
  return status === 'open' || status === 'uncollectible';
}
