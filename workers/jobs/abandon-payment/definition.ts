import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Cancels an abandoned payment at Stripe. */
export const abandonPaymentJob = defineJob({
  name: 'abandon-payment',
  payload: z.object({ paymentIntentId: z.string() }),
});
