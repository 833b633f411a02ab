import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { PaymentNotFound } from '#infra/payments/errors.ts';
import { settleMembership } from '#services/commands/membership/settle-membership.ts';
import { settleMembershipRefund } from '#services/commands/membership/settle-membership-refund.ts';
import { completePayment } from '#services/commands/payment/complete-payment.ts';
import { failPayment } from '#services/commands/payment/fail-payment.ts';
import { settleRefunds } from '#services/commands/payment/settle-refunds.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { processStripeWebhook } from './definition.ts';
import { actionOf } from './webhook-types.ts';

interface InboxRow {
  readonly type: string;
  readonly payload: unknown;
  /** This one among them. */
  readonly attempts: number;
}

const inboxPayload = z.object({
  paymentIntentId: z.string().nullable(),
  /** Not in rows from before there were memberships. */
  subscriptionId: z.string().nullable().default(null),
});

/** After so many tries, a few minutes in all, a failure is no passing one. */
const worryingAttempts = 6;
const longestNote = 500;

/**
 * A webhook only says which payment or subscription to look at; where it stands is asked of Stripe, so order and repetition do not
 * matter. What kinds of webhook call for nothing are ticked off.
 */
export const processStripeWebhookHandler = defineJobHandler(
  processStripeWebhook,
  (deps) =>
    async ({ eventId }, run) => {
      const { rows } = await deps.pool.query<InboxRow>(
        `UPDATE stripe_webhooks SET attempts = attempts + 1, last_attempt_at = now()
       WHERE event_id = $1 AND processed_at IS NULL RETURNING type, payload, attempts`,
        [eventId],
      );
      const [webhook] = rows;
      if (webhook === undefined) return;
      const context = {
        ...jobContext(deps.clock, processStripeWebhook.name, run),
        actor: { kind: 'webhook' as const, provider: 'stripe' as const },
        causationId: eventId,
      };
      try {
        await act(deps, webhook, context);
      } catch (error) {
        await noteFailure(deps, eventId, webhook, error);
        return;
      }
      await deps.pool.query(
        'UPDATE stripe_webhooks SET processed_at = now(), error = NULL WHERE event_id = $1',
        [eventId],
      );
    },
);

async function noteFailure(
  { pool, logger }: JobDependencies,
  eventId: string,
  { type, attempts }: InboxRow,
  error: unknown,
): Promise<void> {
  const note = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  await pool.query('UPDATE stripe_webhooks SET error = $2 WHERE event_id = $1 AND processed_at IS NULL', [
    eventId,
    note.slice(0, longestNote),
  ]);
  const level = attempts < worryingAttempts ? 'warn' : 'error';
  logger[level]({ err: error, eventId, type, attempts }, 'A webhook failed and waits in the inbox');
}

type Context = Parameters<typeof completePayment>[2];

/** Money that went back, or came again, of a pass or of a month of a membership. */
async function settleMoneyBack(
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

async function actOnPayment(
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
      await settleMoneyBack(deps, paymentIntentId, context);
      return;
    default:
  }
}

async function act(deps: JobDependencies, { type, payload }: InboxRow, context: Context): Promise<void> {
  const { paymentIntentId, subscriptionId } = inboxPayload.parse(payload);
  try {
    if (actionOf(type) === 'membership') {
      if (subscriptionId !== null) await settleMembership(deps, { subscriptionId }, context);
    } else if (paymentIntentId !== null) {
      await actOnPayment(deps, type, paymentIntentId, context);
    }
  } catch (error) {
    // Not this studio's, not paid after all, or refunded: nothing to do, now or later.
    if (!(error instanceof Refusal || error instanceof PaymentNotFound)) throw error;
    const code = error instanceof Refusal ? error.code : 'PAYMENT_NOT_FOUND';
    deps.logger.info({ paymentIntentId, subscriptionId, type, code }, 'A webhook called for nothing');
  }
}
