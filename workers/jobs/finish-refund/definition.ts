import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Makes a refund, or takes a withdrawal on, that a crash or an outage left between its request and Stripe's answer. */
export const finishRefundJob = defineJob({
  name: 'finish-refund',
  payload: z.object({ paymentIntentId: z.string() }),
});
