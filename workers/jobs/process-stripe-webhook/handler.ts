import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { PaymentNotFound } from '#infra/payments/errors.ts';
import {
  beginWebhookAttempt,
  markWebhookProcessed,
  recordWebhookError,
  type WebhookAttempt,
} from '#infra/postgres/tables/webhook-inbox.ts';
import { followDisputes } from '#services/commands/dispute/follow-disputes.ts';
import { settleMembership } from '#services/commands/membership/settle-membership.ts';
import { settleMembershipRefund } from '#services/commands/membership/settle-membership-refund.ts';
import { completePayment } from '#services/commands/payment/complete-payment.ts';
import { failPayment } from '#services/commands/payment/fail-payment.ts';
import { settleRefunds } from '#services/commands/payment/settle-refunds.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { processStripeWebhook } from './definition.ts';
import { actionOf } from './webhook-types.ts';

const inboxPayload = z.object({
  paymentIntentId: z.string().nullable(),
  /** Missing in rows older than memberships. */
  subscriptionId: z.string().nullable().default(null),
});

/** After this many attempts, a few minutes in all, a failure is logged as an error. */
const errorAfterAttempts = 6;
const maxErrorLength = 500;

/**
 * A webhook only names a payment or subscription. Its state is read from Stripe, so the order and repetition of webhooks do
 * not matter. Webhooks of a type without an action are marked as processed.
 */
export const processStripeWebhookHandler = defineJobHandler(
  processStripeWebhook,
  async (deps, { eventId }, { commandContext }) => {
    const webhook = await beginWebhookAttempt(deps.pool, eventId);
    if (webhook === undefined) return;
    const context = {
      ...commandContext(),
      actor: { kind: 'webhook' as const, provider: 'stripe' as const },
      causationId: eventId,
    };
    try {
      await processWebhook(deps, webhook, context);
    } catch (error) {
      await recordFailure(deps, eventId, webhook, error);
      return;
    }
    await markWebhookProcessed(deps.pool, eventId);
  },
);

async function recordFailure(
  { pool, logger }: JobDependencies,
  eventId: string,
  { type, attempts }: WebhookAttempt,
  error: unknown,
): Promise<void> {
  const description = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  await recordWebhookError(pool, eventId, description.slice(0, maxErrorLength));
  const level = attempts < errorAfterAttempts ? 'warn' : 'error';
  logger[level]({ err: error, eventId, type, attempts }, 'A webhook failed and waits in the inbox');
}

type Context = Parameters<typeof completePayment>[2];

/** Settles refunds and disputes of a pass, or of a month of a membership. */
async function settlePayment(
  deps: JobDependencies,
  paymentIntentId: string,
  context: Context,
): Promise<void> {
  try {
    await settleRefunds(deps, { paymentIntentId }, context);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'PAYMENT_NOT_FOUND') throw error;
    await settleMembershipRefund(deps, { paymentIntentId }, context);
  }
}

async function processPaymentWebhook(
  deps: JobDependencies,
  type: string,
  paymentIntentId: string,
  context: Context,
): Promise<void> {
  switch (actionOf(type)) {
    case 'complete':
      await completePayment(deps, { paymentIntentId, memberId: null }, context);
      return;
    case 'fail': {
      const payment = await deps.payments.readPaymentIntent(paymentIntentId);
      if (payment.status !== 'succeeded') {
        await failPayment(deps, { paymentIntentId, reason: payment.failure?.code ?? 'unknown' }, context);
      }
      return;
    }
    case 'settle':
      await settlePayment(deps, paymentIntentId, context);
      return;
    case 'dispute':
      await settlePayment(deps, paymentIntentId, context);
      await followDisputes(deps, { paymentIntentId }, context);
      return;
    default:
  }
}

async function processWebhook(
  deps: JobDependencies,
  { type, payload }: WebhookAttempt,
  context: Context,
): Promise<void> {
  const { paymentIntentId, subscriptionId } = inboxPayload.parse(payload);
  if (actionOf(type) === undefined) deps.logger.info({ type }, 'A webhook of a type without an action');
  try {
    if (actionOf(type) === 'membership') {
      if (subscriptionId !== null) await settleMembership(deps, { subscriptionId }, context);
    } else if (paymentIntentId !== null) {
      await processPaymentWebhook(deps, type, paymentIntentId, context);
    }
  } catch (error) {
    // A payment of another installation, unpaid after all, or refunded: a later attempt would end the same way.
    if (!(error instanceof Refusal || error instanceof PaymentNotFound)) throw error;
    const code = error instanceof Refusal ? error.code : 'PAYMENT_NOT_FOUND';
    deps.logger.info({ paymentIntentId, subscriptionId, type, code }, 'A webhook required no action');
  }
}
