import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '../../infra/queue/define-job.ts';
import { processStripeWebhook } from '../jobs/process-stripe-webhook/definition.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

/** Webhooks of the inbox that were not acted on though some time has passed, by the machine's clock. */
export const webhookInboxSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-webhooks', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 15_000,
  async find(now) {
    const { rows } = await pool.query<{ event_id: string }>(
      `SELECT event_id FROM stripe_webhooks
       WHERE processed_at IS NULL AND received_at < now() - interval '5 seconds' ORDER BY received_at LIMIT 500`,
    );
    return rows.map(({ event_id: eventId }) =>
      job(processStripeWebhook, { eventId }, keyOfMinute(eventId, now)),
    );
  },
});
