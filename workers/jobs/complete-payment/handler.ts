import { handle } from '../../../infra/queue/define-job.ts';
import { completePayment } from '../../../services/commands/complete-payment.ts';
import { Refusal } from '../../../services/domain/refusal.ts';
import { jobContext } from '../../job-context.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { completePaymentJob } from './definition.ts';

/** What `completePayment` refuses is an end of its own: not paid yet, refunded, or no payment of this studio. */
export const completePaymentHandler = (deps: JobDependencies) =>
  handle(completePaymentJob, async ({ paymentIntentId }, run) => {
    try {
      await completePayment(
        deps,
        { paymentIntentId, memberId: null },
        jobContext(deps.clock, completePaymentJob.name, run),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      deps.logger.debug({ paymentIntentId, code: error.code }, 'A payment has nothing to grant');
    }
  });
