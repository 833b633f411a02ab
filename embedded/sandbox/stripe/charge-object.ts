import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Decline } from './cards.ts';
import { newId, toUnixSeconds } from './ids.ts';

function createOutcome(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message:
      decline === null
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
    type: decline === null ? 'authorized' : 'issuer_declined',
  };
}

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: 'c5b808e7-0000-4000-8000-5a2d00000000',
  version: '2.2.0',
};

/** Converts the wallet: Stripe's two objects have different types for it. */
function toChargeWallet(
  wallet: Stripe.PaymentMethod.Card.Wallet | null,
): Stripe.Charge.PaymentMethodDetails.Card.Wallet | null {
  if (wallet === null) return null;
  return { type: wallet.type, dynamic_last4: wallet.dynamic_last4, [wallet.type]: {} };
}

function createCardDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  const card = method.card;
  if (card === undefined) throw new Error(`The payment method ${method.id} has no card`);
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks:
        card.checks === null
          ? null
          : { ...card.checks, cvc_check: card.checks.cvc_check === null ? null : 'pass' },
      country: card.country,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: authenticated ? AUTHENTICATED : null,
      transaction_link_id: null,
      wallet: toChargeWallet(card.wallet),
    },
  };
}

export interface ChargeFacts {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  /** Null when the bank approved. */
  decline: Decline | null;
  /** False when the money is only authorised (`capture_method: manual`). */
  captured: boolean;
  /** The payer passed 3-D Secure. */
  authenticated: boolean;
  now: Date;
}

/** The charge of one attempt to pay. */
export function newCharge({
  intent,
  method,
  decline,
  captured,
  authenticated,
  now,
}: ChargeFacts): Stripe.Charge {
  const paid = decline === null;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid && captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid && captured ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: paid && captured,
    created: toUnixSeconds(now),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: createOutcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: createCardDetails(method, intent.amount, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

/** The captured amount that is not refunded. The part never captured counts as refunded. */
export function getRemainingAmount(charge: Stripe.Charge): number {
  return charge.captured ? charge.amount - charge.amount_refunded : 0;
}
