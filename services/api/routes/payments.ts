import { completePayment } from '../../commands/complete-payment.ts';
import { startPayment } from '../../commands/start-payment.ts';
import {
  completePaymentAnswer,
  completePaymentBody,
  createPaymentIntentAnswer,
  createPaymentIntentBody,
} from '../../contract/payments.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { memberOf } from '../plugins/authentication.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['payments'];

/** Starting a card payment for a pass, and having it granted once paid. */
export function paymentRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, catchUp, config } = deps;
  const onRequest = authentication.requireMember;

  app.post(
    '/api/create-payment-intent',
    {
      onRequest,
      schema: {
        tags,
        security: bearer,
        body: createPaymentIntentBody,
        response: { 200: createPaymentIntentAnswer },
      },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      const { clientSecret } = await startPayment(
        deps,
        { memberId, passId: request.body.passId },
        commandContext(request, clock),
      );
      return { success: true as const, clientSecret, publishableKey: config.stripe.publishableKey };
    },
  );

  app.post(
    '/api/complete-payment',
    {
      onRequest,
      schema: { tags, security: bearer, body: completePaymentBody, response: { 200: completePaymentAnswer } },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      const completed = await completePayment(
        deps,
        { paymentIntentId: request.body.payment_intent_id, memberId },
        commandContext(request, clock),
      );
      const { name, classes, pricePence, expiresAt } = completed.pass;
      return {
        success: true as const,
        pass: { name, classes, price: pricePence, expiresAt },
        creditsRemaining: completed.creditsRemaining,
        ...(await catchUp(completed.position, ['wallet', 'purchases', 'members'])),
      };
    },
  );
}
