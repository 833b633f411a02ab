import type { Pool } from 'pg';
import { z } from 'zod';
import { InvalidWebhookSignature } from '#infra/payments/errors.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { keepWebhooks } from '#infra/payments/webhook-inbox.ts';
import { HttpError } from '#services/api/http-error.ts';
import type { TypedApp } from '#services/api/typed-app.ts';

const received = z.object({ received: z.literal(true) });

export interface StripeWebhookDependencies {
  readonly pool: Pool;
  readonly payments: Payments;
}

/**
 * `POST /api/webhooks/stripe`: checks the signature over the raw body, keeps the event in the inbox under its id (Stripe
 * delivers more than once and in any order) and answers. What to do about it the workers find out by asking Stripe.
 */
export async function registerStripeWebhookRoutes(
  parent: TypedApp,
  deps: StripeWebhookDependencies,
): Promise<void> {
  // In a scope of its own, where a body is kept as the bytes that were signed.
  await parent.register(async (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Body: Buffer }>(
      '/api/webhooks/stripe',
      { schema: { tags: ['payments'], response: { 200: received } } },
      async (request) => {
        const signature = request.headers['stripe-signature'];
        const webhook = verify(
          deps.payments,
          request.body,
          Array.isArray(signature) ? signature[0] : signature,
        );
        await keepWebhooks(deps.pool, [webhook]);
        return { received: true as const };
      },
    );
  });
}

function verify(payments: Payments, body: Buffer, signature: string | undefined) {
  try {
    return payments.verifyWebhook(body, signature);
  } catch (error) {
    if (error instanceof InvalidWebhookSignature) {
      throw new HttpError(400, 'INVALID_SIGNATURE', 'This webhook is not signed by Stripe.');
    }
    throw error;
  }
}
