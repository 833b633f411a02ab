import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import { newClientSecret, newId, toUnixSeconds } from './ids.ts';

export interface IntentFacts {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  captureMethod: 'automatic' | 'automatic_async' | 'manual';
  confirmationMethod: 'automatic' | 'manual';
  setupFutureUsage: 'off_session' | 'on_session' | null;
  allowedTypes: string[] | null;
  allowRedirects: 'always' | 'never';
  statementDescriptor: string | null;
  statementDescriptorSuffix: string | null;
  now: Date;
}

/** A payment intent before the first attempt to pay it. */
export function newPaymentIntent(facts: IntentFacts): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: facts.allowedTypes,
    amount: facts.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: facts.allowRedirects },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: facts.captureMethod,
    client_secret: newClientSecret(id),
    confirmation_method: facts.confirmationMethod,
    created: toUnixSeconds(facts.now),
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    description: facts.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: facts.receiptEmail,
    review: null,
    setup_future_usage: facts.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: facts.statementDescriptor,
    statement_descriptor_suffix: facts.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

const BROWSER_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
];

/** Returns the fields of an intent that a publishable key may see; metadata is not among them. */
export function pickBrowserFields(intent: object): object {
  return Object.fromEntries(Object.entries(intent).filter(([field]) => BROWSER_FIELDS.includes(field)));
}
