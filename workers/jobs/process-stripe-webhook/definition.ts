import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Acts on one webhook of the inbox. What fails stays in the inbox, from where the sweep has it tried again. */
export const processStripeWebhook = defineJob({
  name: 'process-stripe-webhook',
  payload: z.object({ eventId: z.string() }),
});
