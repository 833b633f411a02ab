import type { Pool } from 'pg';
import { findDueMailEvents } from '#infra/postgres/tables/brevo-inbox.ts';
import { job } from '#infra/queue/define-job.ts';
import { processBrevoWebhook } from '../jobs/process-brevo-webhook/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Retries unprocessed webhooks of Brevo. */
export const brevoInboxSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-brevo-webhooks'),
  everyMs: 15_000,
  async find(now) {
    const events = await findDueMailEvents(pool);
    return events.map(({ key, attempts }) =>
      job(processBrevoWebhook, { eventKey: key }, keyOfMinute(`${key}-${attempts}`, now)),
    );
  },
});
