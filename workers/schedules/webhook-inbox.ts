import type { Pool } from 'pg';
import { findDueWebhooks } from '#infra/postgres/tables/webhook-inbox.ts';
import { job } from '#infra/queue/define-job.ts';
import { processStripeWebhook } from '../jobs/process-stripe-webhook/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Retries unprocessed webhooks of the inbox. */
export const webhookInboxSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-webhooks'),
  everyMs: 15_000,
  async find(now) {
    const webhooks = await findDueWebhooks(pool);
    return webhooks.map(({ eventId, attempts }) =>
      job(processStripeWebhook, { eventId }, keyOfMinute(`${eventId}-${attempts}`, now)),
    );
  },
});
