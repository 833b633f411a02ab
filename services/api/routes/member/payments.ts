import { millisecondsInHour } from 'date-fns/constants';
import { formatValidity } from '#domain/pass/format-validity.ts';
import { readOpenPaymentId } from '#projections/read-models/payments/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { completePayment } from '#services/commands/payment/complete-payment.ts';
import { readSpecialOffer } from '#services/commands/payment/read-special-offer.ts';
import { startPayment } from '#services/commands/payment/start-payment.ts';
import {
  completePaymentAnswer,
  completePaymentBody,
  createPaymentIntentAnswer,
  createPaymentIntentBody,
  specialOfferAnswer,
} from '#services/contract/payments.ts';
import { protectRoutes } from '../protect-routes.ts';

/** A payment begun longer ago is not reused: it is cancelled a day after its start, which must not happen while it is paid. */
const reusableForMs = 12 * millisecondsInHour;

/** Eligibility for the special pass, starting a card payment for a pass, and granting the pass once it is paid. */
export function registerPaymentRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, catchUp, config } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'payments');

  app.get(
    '/api/user/special-offer-eligibility',
    withSchema({ response: { 200: specialOfferAnswer } }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const offer = await readSpecialOffer(deps, { memberId: getMember(request).memberId, now: clock.now() });
      return { ...offer, endsAt: offer.endsAt?.toISOString() ?? null };
    },
  );

  app.post(
    '/api/create-payment-intent',
    withSchema({ body: createPaymentIntentBody, response: { 200: createPaymentIntentAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const { passId, expectedPricePence, expected } = request.body;
      const startedAfter = new Date(clock.now().getTime() - reusableForMs);
      const { clientSecret, order, position } = await startPayment(
        deps,
        {
          memberId,
          passId,
          expectedPricePence,
          expected,
          openPaymentId: await readOpenPaymentId(deps.pool, { memberId, passId, startedAfter }),
        },
        createCommandContext(request, clock),
      );
      // So that a second press finds the payment that the first one opened.
      await catchUp(position, ['payments']);
      return {
        success: true as const,
        clientSecret,
        amountPence: order.amountPence,
        classes: order.passes,
        expiry: formatValidity(order.validity),
        publishableKey: config.stripe.publishableKey,
      };
    },
  );

  app.post(
    '/api/complete-payment',
    withSchema({ body: completePaymentBody, response: { 200: completePaymentAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const completed = await completePayment(
        deps,
        { paymentIntentId: request.body.payment_intent_id, memberId },
        createCommandContext(request, clock),
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
