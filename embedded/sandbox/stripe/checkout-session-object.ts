import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { getId, type PurchasedItem } from './subscription-object.ts';

type Session = Stripe.Checkout.Session;

export interface SessionFacts {
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerEmail: string | null;
  expiresAt: number;
  locale: string | null;
  metadata: Record<string, string>;
  successUrl: string;
  total: number;
  url: (path: string) => string;
  now: Date;
}

/** A new Checkout Session in subscription mode. */
export function newCheckoutSession(facts: SessionFacts): Session {
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: facts.total,
    amount_total: facts.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: toUnixSeconds(facts.now),
    currency: 'gbp',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: facts.customer,
    customer_account: null,
    customer_creation: facts.customer === null ? 'always' : null,
    customer_details: facts.customerEmail === null ? null : createCustomerDetails(facts.customerEmail),
    customer_email: facts.customerEmail,
    discounts: [],
    expires_at: facts.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: facts.locale,
    managed_payments: null,
    metadata: facts.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: facts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: facts.url(`checkout/${id}`),
    wallet_options: null,
  };
}

function createCustomerDetails(email: string | null): Session['customer_details'] {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

export function newLineItem({ price, quantity }: PurchasedItem, description: string): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}

/** Completes a session after its first invoice was paid; from now on it names the subscription. */
export async function completeSession(
  tx: Transaction,
  id: string,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<void> {
  const session = await tx.store.lock('checkout.session', id);
  if (session?.status !== 'open') return;
  const complete: Session = {
    ...session,
    customer: getId(subscription.customer),
    customer_details: createCustomerDetails(session.customer_email ?? invoice.customer_email),
    invoice: invoice.id,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  };
  await tx.store.update('checkout.session', complete);
  await tx.store.unschedule(id);
  await tx.emit('checkout.session.completed', complete);
}
