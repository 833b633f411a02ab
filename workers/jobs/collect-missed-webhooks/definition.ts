import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Fetches webhooks that did not reach the inbox from Stripe. After a failure the next sweep enqueues it again. */
export const collectMissedWebhooks = defineJob({
  name: 'collect-missed-webhooks',
  payload: z.object({}),
  attempts: 1,
});
