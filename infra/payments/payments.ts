import { createDisputes, type Disputes } from './disputes.ts';
import { translateErrors, translateStripeError } from './errors.ts';
import {
  latestCharge,
  type PaymentFacts,
  type PaymentStatus,
  paymentFacts,
  paymentStatus,
} from './payment-facts.ts';
import { createSavedCards, type SavedCards } from './saved-cards.ts';
import { connectStripe, type Stripe } from './stripe-sdk.ts';
import { readWebhook, type StripeWebhook, webhookOf } from './stripe-webhook.ts';

export interface PaymentsOptions {
  secretKey: string;
  webhookSecret: string;
  /** Only for the sandbox: `http://127.0.0.1:PORT/sandbox/stripe`. */
  apiBase?: string;
  /** The timeout of one request; a request that failed in transit is retried once. */
  timeoutMs: number;
}

export interface NewPaymentIntent {
  amountPence: number;
  memberId: string;
  passId: number;
  description?: string;
  idempotencyKey: string;
  /** The customer whose cards can pay, and that keeps the card if the payer consents while paying. */
  customerId: string;
  /** The payer agreed that the customer keeps the card; otherwise the browser sends that when it confirms. */
  savesCard?: boolean;
  /** Further references; ids only, because Stripe never learns who a member is. */
  metadata?: Record<string, string>;
}

export interface NewRefund {
  /** By default all that is left. */
  amountPence?: number;
  idempotencyKey: string;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  /** Our id of the refund, by which `findRefund` finds it. */
  requestKey?: string;
}

export interface RefundFacts {
  id: string;
  amountPence: number;
  status: string;
}

/**
 * The product's calls to Stripe. Every call may throw PaymentsUnavailable, calls for a payment PaymentNotFound, and calls that
 * move money PaymentDeclined or PaymentStateConflict. A repeated idempotency key acts once.
 */
export interface Payments extends SavedCards, Disputes {
  /** @throws CustomerNotFound */
  createPaymentIntent(
    intent: NewPaymentIntent,
  ): Promise<{ id: string; clientSecret: string; status: PaymentStatus }>;
  readPaymentIntent(id: string): Promise<PaymentFacts>;
  capturePaymentIntent(id: string, idempotencyKey: string): Promise<PaymentFacts>;
  cancelPaymentIntent(id: string, idempotencyKey: string): Promise<PaymentFacts>;
  refundPaymentIntent(id: string, refund: NewRefund): Promise<RefundFacts>;
  /** Finds a payment's refund by our id, also long after Stripe has forgotten its idempotency key. */
  findRefund(paymentIntentId: string, requestKey: string): Promise<RefundFacts | null>;
  /**
   * Lists Stripe's events, delivered or not, newest first, page by page while it is iterated. Stripe stores events for 30 days,
   * and accepts up to 20 types.
   */
  listWebhooks(query: { createdSince: Date; types: readonly string[] }): AsyncGenerator<StripeWebhook>;
  /** @throws InvalidWebhookSignature */
  verifyWebhook(rawBody: Buffer | string, signatureHeader: string | undefined): StripeWebhook;
}

const refundFacts = ({ id, amount, status }: Stripe.Refund): RefundFacts => ({
  id,
  amountPence: amount,
  status: status ?? 'pending',
});

const WITH_CHARGE = { expand: ['latest_charge'] };

type IntentCalls = Pick<
  Payments,
  'createPaymentIntent' | 'readPaymentIntent' | 'capturePaymentIntent' | 'cancelPaymentIntent'
>;

function createIntentCalls(stripe: Stripe): IntentCalls {
  async function facts(intent: Stripe.PaymentIntent): Promise<PaymentFacts> {
    const disputes: Stripe.Dispute[] = [];
    // A charge shows that it is disputed, but not the dispute's status.
    if (latestCharge(intent)?.disputed === true) {
      for await (const dispute of stripe.disputes.list({ payment_intent: intent.id })) disputes.push(dispute);
    }
    return paymentFacts(intent, disputes);
  }

  return {
    createPaymentIntent: ({
      amountPence,
      customerId,
      memberId,
      passId,
      description,
      idempotencyKey,
      metadata,
      savesCard = false,
    }) =>
      translateErrors(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountPence,
            currency: 'gbp',
            customer: customerId,
            // Cards and card wallets only, whatever else the account's dashboard enables.
            allowed_payment_method_types: ['card'],
            metadata: { ...metadata, memberId, passId: String(passId) },
            ...(description === undefined ? {} : { description }),
            ...(savesCard ? { setup_future_usage: 'on_session' as const } : {}),
          },
          { idempotencyKey },
        );
        if (intent.client_secret === null)
          throw new Error(`Stripe returned no client secret for ${intent.id}`);
        return { id: intent.id, clientSecret: intent.client_secret, status: paymentStatus(intent.status) };
      }),

    readPaymentIntent: (id) =>
      translateErrors(async () => facts(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))),

    capturePaymentIntent: (id, idempotencyKey) =>
      translateErrors(async () =>
        facts(await stripe.paymentIntents.capture(id, WITH_CHARGE, { idempotencyKey })),
      ),

    cancelPaymentIntent: (id, idempotencyKey) =>
      translateErrors(async () =>
        facts(await stripe.paymentIntents.cancel(id, WITH_CHARGE, { idempotencyKey })),
      ),
  };
}

/** Creates the adapter of the Stripe SDK, which connects at the first call. */
export function createPayments({ secretKey, webhookSecret, apiBase, timeoutMs }: PaymentsOptions): Payments {
  const stripe = connectStripe({
    apiKey: secretKey,
    timeoutMs,
    ...(apiBase === undefined ? {} : { apiBase }),
  });

  return {
    ...createSavedCards(stripe),
    ...createDisputes(stripe),
    ...createIntentCalls(stripe),

    refundPaymentIntent: (id, { amountPence, idempotencyKey, reason, requestKey }) =>
      translateErrors(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: id,
            ...(amountPence === undefined ? {} : { amount: amountPence }),
            ...(reason === undefined ? {} : { reason }),
            ...(requestKey === undefined ? {} : { metadata: { requestKey } }),
          },
          { idempotencyKey },
        );
        return refundFacts(refund);
      }),

    findRefund: (paymentIntentId, requestKey) =>
      translateErrors(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
          if (refund.metadata?.requestKey === requestKey) return refundFacts(refund);
        return null;
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
