import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Matches the passes of a sale with its refunds and disputes at Stripe. */
export const settleRefundsJob = defineJob({
  name: 'settle-refunds',
  payload: z.object({ paymentIntentId: z.string() }),
});
