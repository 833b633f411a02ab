import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Asks Stripe where a payment stands and grants what was paid. */
export const completePaymentJob = defineJob({
  name: 'complete-payment',
  payload: z.object({ paymentIntentId: z.string() }),
});
