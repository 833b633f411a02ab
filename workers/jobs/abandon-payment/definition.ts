import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Cancels at Stripe a payment that nobody went on with. */
export const abandonPaymentJob = defineJob({
  name: 'abandon-payment',
  payload: z.object({ paymentIntentId: z.string() }),
});
