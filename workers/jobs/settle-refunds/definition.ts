import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Brings the passes of a sale to what Stripe says went back of its money. */
export const settleRefundsJob = defineJob({
  name: 'settle-refunds',
  payload: z.object({ paymentIntentId: z.string() }),
});
