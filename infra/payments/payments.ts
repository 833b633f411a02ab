import { translated, translateStripeError } from './errors.ts';
import {
  latestCharge,
  type PaymentFacts,
  type PaymentStatus,
  paymentFacts,
  paymentStatus,
} from './payment-facts.ts';
import { connectStripe, type Stripe } from './stripe-sdk.ts';
import { readWebhook, type StripeWebhook, webhookOf } from './stripe-webhook.ts';

export interface PaymentsOptions {
  secretKey: string;
  webhookSecret: string;
  /** Only for the sandbox: `http://127.0.0.1:PORT/sandbox/stripe`. */
  apiBase?: string;
  /** How long one request may take; one that failed in transit is tried twice. */
  timeoutMs: number;
}

export interface NewPaymentIntent {
  amountPence: number;
  memberId: string;
  passId: number;
  description?: string;
  idempotencyKey: string;
  /** Further references. Ids only: Stripe is never told who a member is. */
  metadata?: Record<string, string>;
}

export interface NewRefund {
  /** All that is left when absent. */
  amountPence?: number;
  idempotencyKey: string;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
}

/**
 * What the product asks of Stripe. Every call may throw PaymentsUnavailable; those that name a payment PaymentNotFound;
 * those that move money PaymentDeclined or PaymentStateConflict. The same idempotency key twice acts once.
 */
export interface Payments {
  createPaymentIntent(
    intent: NewPaymentIntent,
  ): Promise<{ id: string; clientSecret: string; status: PaymentStatus }>;
  readPaymentIntent(id: string): Promise<PaymentFacts>;
  capturePaymentIntent(id: string, idempotencyKey: string): Promise<PaymentFacts>;
  cancelPaymentIntent(id: string, idempotencyKey: string): Promise<PaymentFacts>;
  refundPaymentIntent(
    id: string,
    refund: NewRefund,
  ): Promise<{ id: string; amountPence: number; status: string }>;
  /**
   * What Stripe has told or tried to tell, delivered or not: newest first, read page by page while it is iterated. Stripe keeps
   * events for 30 days, and takes up to 20 types.
   */
  listWebhooks(query: { createdSince: Date; types: readonly string[] }): AsyncGenerator<StripeWebhook>;
  /** @throws InvalidWebhookSignature */
  verifyWebhook(rawBody: Buffer | string, signatureHeader: string | undefined): StripeWebhook;
}

const WITH_CHARGE = { expand: ['latest_charge'] };

/** The adapter over the Stripe SDK. Opens nothing until it is first asked. */
export function createPayments({ secretKey, webhookSecret, apiBase, timeoutMs }: PaymentsOptions): Payments {
  const stripe = connectStripe({
    apiKey: secretKey,
    timeoutMs,
    ...(apiBase === undefined ? {} : { apiBase }),
  });

  async function facts(intent: Stripe.PaymentIntent): Promise<PaymentFacts> {
    const disputes: Stripe.Dispute[] = [];
    // A charge says that it is disputed, not how the dispute stands.
    if (latestCharge(intent)?.disputed === true) {
      for await (const dispute of stripe.disputes.list({ payment_intent: intent.id })) disputes.push(dispute);
    }
    return paymentFacts(intent, disputes);
  }

  return {
    createPaymentIntent: ({ amountPence, memberId, passId, description, idempotencyKey, metadata }) =>
      translated(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountPence,
            currency: 'gbp',
            // The card and the wallets that carry one, whatever else the account's dashboard enables.
            allowed_payment_method_types: ['card'],
            metadata: { ...metadata, memberId, passId: String(passId) },
            ...(description === undefined ? {} : { description }),
          },
          { idempotencyKey },
        );
        if (intent.client_secret === null) throw new Error(`Stripe gave no client secret for ${intent.id}`);
        return { id: intent.id, clientSecret: intent.client_secret, status: paymentStatus(intent.status) };
      }),

    readPaymentIntent: (id) =>
      translated(async () => facts(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))),

    capturePaymentIntent: (id, idempotencyKey) =>
      translated(async () => facts(await stripe.paymentIntents.capture(id, WITH_CHARGE, { idempotencyKey }))),

    cancelPaymentIntent: (id, idempotencyKey) =>
      translated(async () => facts(await stripe.paymentIntents.cancel(id, WITH_CHARGE, { idempotencyKey }))),

    refundPaymentIntent: (id, { amountPence, idempotencyKey, reason }) =>
      translated(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: id,
            ...(amountPence === undefined ? {} : { amount: amountPence }),
            ...(reason === undefined ? {} : { reason }),
          },
          { idempotencyKey },
        );
        return { id: refund.id, amountPence: refund.amount, status: refund.status ?? 'pending' };
      }),

    async *listWebhooks({ createdSince, types }) {
      try {
        const since = Math.floor(createdSince.getTime() / 1000);
        const pages = stripe.events.list({ created: { gte: since }, types: [...types], limit: 100 });
        for await (const event of pages) yield webhookOf(event);
      } catch (error) {
        throw translateStripeError(error);
      }
    },

    verifyWebhook: (rawBody, signatureHeader) => readWebhook(rawBody, signatureHeader, webhookSecret),
  };
}
