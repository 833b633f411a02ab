import type { Stripe } from './stripe-sdk.ts';

const STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;

export type PaymentStatus = (typeof STATUSES)[number];

/** A payment at Stripe. */
export interface PaymentFacts {
  id: string;
  status: PaymentStatus;
  amountPence: number;
  amountReceivedPence: number;
  amountRefundedPence: number;
  /** The amount that disputes of the latest charge hold or have taken. */
  disputedPence: number;
  /** From the metadata, as `passId`; null on payments that this product did not create. */
  memberId: string | null;
  passId: number | null;
  metadata: Record<string, string>;
  /** Why the last attempt failed. */
  failure: { code: string; declineCode: string | null } | null;
  createdAt: Date;
  /** Identifies the card, for every payer; null before it was charged. */
  cardFingerprint: string | null;
  /** For the payer's browser only; never log or store it. */
  clientSecret: string | null;
}

/** An unknown status counts as not settled. */
export function paymentStatus(status: string): PaymentStatus {
  return STATUSES.find((known) => known === status) ?? 'processing';
}

/** Returns null without a charge, or when it was not expanded. */
export function latestCharge(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
}

function passIdOf(metadata: Stripe.Metadata): number | null {
  const text = metadata.passId;
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}

/** An inquiry takes no money until it becomes a dispute; an unknown status may have taken some. */
function takesMoney({ status }: Stripe.Dispute): boolean {
  return status !== 'won' && status !== 'prevented' && !status.startsWith('warning_');
}

/** Reads an intent whose `latest_charge` was expanded (else refunds read as none), with the disputes of that charge. */
export function paymentFacts(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): PaymentFacts {
  const charge = latestCharge(intent);
  const error = intent.last_payment_error;
  return {
    id: intent.id,
    status: paymentStatus(intent.status),
    amountPence: intent.amount,
    amountReceivedPence: intent.amount_received,
    amountRefundedPence: charge?.amount_refunded ?? 0,
    disputedPence: disputes.filter(takesMoney).reduce((total, { amount }) => total + amount, 0),
    memberId: intent.metadata.memberId ?? null,
    passId: passIdOf(intent.metadata),
    metadata: intent.metadata,
    failure:
      error === null ? null : { code: error.code ?? error.type, declineCode: error.decline_code ?? null },
    createdAt: new Date(intent.created * 1000),
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
    clientSecret: intent.client_secret,
  };
}
