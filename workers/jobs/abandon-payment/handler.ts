import { abandonPayment } from '#services/commands/payment/abandon-payment.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { abandonPaymentJob } from './definition.ts';

/** A payment that was paid in the meantime is completed instead. */
export const abandonPaymentHandler = defineJobHandler(
  abandonPaymentJob,
  (deps, { paymentIntentId }, { commandContext }) =>
    ignoreRefusal(deps.logger, { paymentIntentId }, () =>
      abandonPayment(deps, { paymentIntentId }, commandContext()),
    ),
);
