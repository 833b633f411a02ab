import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Reads a payment's status from Stripe and grants the passes of a paid one. */
export const completePaymentJob = defineJob({
  name: 'complete-payment',
  payload: z.object({ paymentIntentId: z.string() }),
});
