import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Fetches from Stripe the webhooks that did not reach the inbox. The next sweep tries again what failed. */
export const collectMissedWebhooks = defineJob({
  name: 'collect-missed-webhooks',
  payload: z.object({}),
  attempts: 1,
});
