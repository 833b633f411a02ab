import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Processes one webhook of the inbox. A failed one stays in the inbox, and the sweep enqueues it again. */
export const processStripeWebhook = defineJob({
  name: 'process-stripe-webhook',
  payload: z.object({ eventId: z.string() }),
});
