import { z } from 'zod';
import { PaymentNotFound } from '../../../infra/payments/errors.ts';
import { handle } from '../../../infra/queue/define-job.ts';
import { completePayment } from '../../../services/commands/complete-payment.ts';
import { failPayment } from '../../../services/commands/fail-payment.ts';
import { Refusal } from '../../../services/domain/refusal.ts';
import { jobContext } from '../../job-context.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { processStripeWebhook } from './definition.ts';

const inboxRow = z.object({
  type: z.string(),
  payload: z.object({ paymentIntentId: z.string().nullable() }),
});

/**
 * A webhook only says which payment to look at; where it stands is asked of Stripe, so order and repetition do not
 * matter. What kinds of webhook call for nothing yet are ticked off.
 */
export const processStripeWebhookHandler = (deps: JobDependencies) =>
  handle(processStripeWebhook, async ({ eventId }, run) => {
    const { rows } = await deps.pool.query(
      `UPDATE stripe_webhooks SET attempts = attempts + 1 WHERE event_id = $1 AND processed_at IS NULL
       RETURNING type, payload`,
      [eventId],
    );
    if (rows[0] === undefined) return;
    const { type, payload } = inboxRow.parse(rows[0]);
    const context = {
      ...jobContext(deps.clock, processStripeWebhook.name, run),
      actor: { kind: 'webhook' as const, provider: 'stripe' as const },
      causationId: eventId,
    };
    if (payload.paymentIntentId !== null) await act(deps, type, payload.paymentIntentId, context);
    await deps.pool.query(
      'UPDATE stripe_webhooks SET processed_at = now(), error = NULL WHERE event_id = $1',
      [eventId],
    );
  });

async function act(
  deps: JobDependencies,
  type: string,
  paymentIntentId: string,
  context: Parameters<typeof completePayment>[2],
): Promise<void> {
  try {
    switch (type) {
      case 'payment_intent.succeeded':
      case 'payment_intent.amount_capturable_updated':
        await completePayment(deps, { paymentIntentId, memberId: null }, context);
        return;
      case 'payment_intent.payment_failed': {
        const payment = await deps.payments.readPaymentIntent(paymentIntentId);
        if (payment.status !== 'succeeded') {
          await failPayment(deps, { paymentIntentId, reason: payment.failure?.code ?? 'unknown' }, context);
        }
        return;
      }
      default:
    }
  } catch (error) {
    // Not this studio's, not paid after all, or refunded: nothing to do, now or later.
    if (!(error instanceof Refusal || error instanceof PaymentNotFound)) throw error;
    const code = error instanceof Refusal ? error.code : 'PAYMENT_NOT_FOUND';
    deps.logger.info({ paymentIntentId, type, code }, 'A webhook called for nothing');
  }
}
