import { abandonPayment } from '#services/commands/payment/abandon-payment.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { abandonPaymentJob } from './definition.ts';

/** A payment that was paid in the meantime is completed instead. */
export const abandonPaymentHandler = defineJobHandler(
  abandonPaymentJob,
  (deps) =>
    ({ paymentIntentId }, run) =>
      ignoreRefusal(deps.logger, { paymentIntentId }, () =>
        abandonPayment(deps, { paymentIntentId }, jobContext(deps.clock, abandonPaymentJob.name, run)),
      ),
);
