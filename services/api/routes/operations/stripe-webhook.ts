import { z } from 'zod';
import { InvalidWebhookSignature, MalformedWebhook } from '#infra/payments/errors.ts';
import type { Payments } from '#infra/payments/payments.ts';
import { insertWebhooks } from '#infra/postgres/tables/webhook-inbox.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { HttpError } from '#services/api/http-error.ts';
import type { TypedApp } from '#services/api/typed-app.ts';

const received = z.object({ received: z.literal(true) });

/**
 * `POST /api/webhooks/stripe`: verifies the signature over the raw body and stores the event in the inbox. The key is
 * the event's id, since Stripe delivers more than once and in any order. Workers process the inbox and read the
 * current state from Stripe.
 */
export async function registerStripeWebhookRoutes(parent: TypedApp, deps: ApiDependencies): Promise<void> {
  // In a scope of its own, whose parser leaves the body as the bytes that were signed.
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
        await insertWebhooks(deps.pool, [webhook]);
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
    if (error instanceof MalformedWebhook) {
      throw new HttpError(400, 'INVALID_INPUT', 'This webhook is not an event of Stripe.');
    }
    throw error;
  }
}
