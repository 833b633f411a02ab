import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { DisputeKind } from './cards.ts';
import { getRemainingAmount } from './charge-object.ts';
import { newId, toUnixSeconds } from './ids.ts';

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const KINDS = {
  fraudulent: { reason: 'fraudulent', networkCode: '10.4', caseType: 'chargeback' },
  product_not_received: { reason: 'product_not_received', networkCode: '13.1', caseType: 'chargeback' },
  inquiry: { reason: 'general', networkCode: '13.9', caseType: 'inquiry' },
} as const;

const DAYS_TO_ANSWER = 9;
const FEE_PENCE = 2000;

/** The withdrawal of the disputed money, with a fee, or its return without the fee. */
export function newBalanceTransaction(
  dispute: Pick<Stripe.Dispute, 'id' | 'amount' | 'currency'>,
  direction: 'withdrawn' | 'reinstated',
  now: Date,
): Stripe.BalanceTransaction {
  const withdrawn = direction === 'withdrawn';
  const amount = withdrawn ? -dispute.amount : dispute.amount;
  const fee = withdrawn ? FEE_PENCE : 0;
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: toUnixSeconds(now),
    balance_type: 'payments',
    created: toUnixSeconds(now),
    currency: dispute.currency,
    description: withdrawn ? 'Chargeback withdrawal' : 'Chargeback reversal',
    exchange_rate: null,
    fee,
    fee_details: withdrawn
      ? [
          {
            amount: fee,
            application: null,
            currency: dispute.currency,
            description: 'Dispute fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: withdrawn ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  };
}

/** A newly opened dispute of a charge's remaining amount. */
export function newDispute(charge: Stripe.Charge, kind: DisputeKind, now: Date): Stripe.Dispute {
  const { reason, networkCode, caseType } = KINDS[kind];
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const inquiry = kind === 'inquiry';
  const id = newId('du');
  const amount = getRemainingAmount(charge);
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: inquiry
      ? []
      : [newBalanceTransaction({ id, amount, currency: charge.currency }, 'withdrawn', now)],
    charge: charge.id,
    created: toUnixSeconds(now),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: toUnixSeconds(now) + DAYS_TO_ANSWER * secondsInDay,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: networkCode,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand, case_type: caseType, network: brand, network_reason_code: networkCode },
    },
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  };
}

export function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_');
}

export function isOpen({ status }: Stripe.Dispute): boolean {
  return status.endsWith('needs_response') || status.endsWith('under_review');
}

/** Whether the bank holds the charge's money, or has retained it. */
export function withholdsFunds(dispute: Stripe.Dispute): boolean {
  return !isInquiry(dispute) && dispute.status !== 'won';
}
