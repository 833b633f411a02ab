import { completePayment } from '#services/commands/payment/complete-payment.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { completePaymentJob } from './definition.ts';

/** A refused payment is unpaid, refunded, or not one of this studio. */
export const completePaymentHandler = defineJobHandler(
  completePaymentJob,
  (deps, { paymentIntentId }, { commandContext }) =>
    ignoreRefusal(deps.logger, { paymentIntentId }, () =>
      completePayment(deps, { paymentIntentId, memberId: null }, commandContext()),
    ),
);
