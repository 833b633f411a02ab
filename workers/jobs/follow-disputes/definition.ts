import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Records what Stripe reports of the disputes of a payment. */
export const followDisputesJob = defineJob({
  name: 'follow-disputes',
  payload: z.object({ paymentIntentId: z.string() }),
});
