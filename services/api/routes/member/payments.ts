import { millisecondsInHour } from 'date-fns/constants';
import { formatValidity } from '#domain/pass/format-validity.ts';
import { readOpenPaymentId } from '#projections/read-models/payments/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { currentTerms } from '#services/api/terms/current-terms.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { startCheckout } from '#services/commands/checkout/start-checkout.ts';
import { completePayment, type PaymentResult } from '#services/commands/payment/complete-payment.ts';
import { readSpecialOffer } from '#services/commands/payment/read-special-offer.ts';
import { startPayment } from '#services/commands/payment/start-payment.ts';
import { type CheckoutBody, checkoutAnswer, checkoutBody } from '#services/contract/checkout.ts';
import {
  type CompletePaymentAnswer,
  completePaymentAnswer,
  completePaymentBody,
  createPaymentIntentAnswer,
  createPaymentIntentBody,
  specialOfferAnswer,
} from '#services/contract/payments.ts';
import { protectRoutes } from '../protect-routes.ts';

/** A payment begun longer ago is not reused: it is cancelled a day after its start, which must not happen while it is paid. */
const reusableForMs = 12 * millisecondsInHour;

const readModels = ['wallet', 'purchases', 'members'];
const bookedReadModels = [...readModels, 'bookings', 'booking-progress', 'schedule'];

const toSeenClass = ({ pricePence: _pricePence, ...seen }: NonNullable<CheckoutBody['expected']>) => seen;

function describeBooked(
  booked: PaymentResult['booked'],
): Pick<CompletePaymentAnswer, 'booking' | 'notBooked'> {
  if (booked === null) return { booking: null, notBooked: null };
  if ('notBooked' in booked) return { booking: null, notBooked: booked.notBooked };
  return { booking: { id: booked.bookingId }, notBooked: null };
}

const findOpenPayment = (
  { pool, clock }: ApiDependencies,
  wanted: { memberId: string; passId: number; classId?: number },
) => readOpenPaymentId(pool, { ...wanted, startedAfter: new Date(clock.now().getTime() - reusableForMs) });

/** Eligibility for the special pass, starting a card payment for a pass or for a class, and granting the pass once it is paid. */
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
      const { passId, expectedPricePence, expected, startNow, acceptTerms } = request.body;
      const { clientSecret, order, position } = await startPayment(
        deps,
        {
          memberId,
          passId,
          expectedPricePence,
          expected,
          startsAtOnce: startNow,
          terms: acceptTerms === true ? currentTerms : undefined,
          openPaymentId: await findOpenPayment(deps, { memberId, passId }),
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

  registerCheckout(app, deps);
  registerPaymentCompletion(app, deps);
}

function registerPaymentCompletion(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'payments');

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
        ...describeBooked(completed.booked),
        ...(await catchUp(completed.position, completed.booked === null ? readModels : bookedReadModels)),
      };
    },
  );
}

function registerCheckout(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, catchUp, config, ids } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'payments');

  app.post(
    '/api/checkout',
    withSchema({ body: checkoutBody, response: { 200: checkoutAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const { classId, passId, requestKey, allowOverlap, saveCard, expected } = request.body;
      const { clientSecret, order, reservedUntil, position } = await startCheckout(
        { ...deps, nextBookingId: () => ids.bookingId.next() },
        {
          memberId,
          classId,
          passId,
          requestKey,
          allowOverlap,
          savesCard: saveCard,
          // The body demands that they are accepted.
          terms: currentTerms,
          expectedPricePence: expected?.pricePence,
          expected: expected && toSeenClass(expected),
          openPaymentId: await findOpenPayment(deps, { memberId, passId, classId }),
        },
        createCommandContext(request, clock),
      );
      await catchUp(position, ['payments', 'schedule']);
      const { publishableKey } = config.stripe;
      return {
        success: true as const,
        clientSecret,
        publishableKey,
        amountPence: order.amountPence,
        reservedUntil,
      };
    },
  );
}
