import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { processStripeWebhook } from '../jobs/process-stripe-webhook/definition.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

/**
 * Webhooks of the inbox that were not acted on, by the machine's clock: 5 seconds after they came, and after each try that
 * failed twice as long as after the one before, at most an hour.
 */
export const webhookInboxSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-webhooks', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 15_000,
  async find(now) {
    const { rows } = await pool.query<{ eventId: string; attempts: number }>(
      `SELECT event_id AS "eventId", attempts FROM stripe_webhooks
       WHERE processed_at IS NULL AND coalesce(last_attempt_at, received_at)
         + least(interval '1 hour', interval '5 seconds' * 2 ^ least(attempts, 10)) < now()
       ORDER BY received_at LIMIT 500`,
    );
    return rows.map(({ eventId, attempts }) =>
      job(processStripeWebhook, { eventId }, keyOfMinute(`${eventId}-${attempts}`, now)),
    );
  },
});
