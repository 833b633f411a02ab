import { completePayment } from '#services/commands/payment/complete-payment.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { completePaymentJob } from './definition.ts';

/** A refused payment is unpaid, refunded, or not one of this studio. */
export const completePaymentHandler = defineJobHandler(
  completePaymentJob,
  (deps) =>
    ({ paymentIntentId }, run) =>
      ignoreRefusal(deps.logger, { paymentIntentId }, () =>
        completePayment(
          deps,
          { paymentIntentId, memberId: null },
          jobContext(deps.clock, completePaymentJob.name, run),
        ),
      ),
);
