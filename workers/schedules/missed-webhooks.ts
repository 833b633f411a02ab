import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { collectMissedWebhooks } from '../jobs/collect-missed-webhooks/definition.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

/** Fetches undelivered webhooks from Stripe each minute. */
export const missedWebhooksSweep: Sweep = {
  definition: defineJob({
    name: 'sweep-missed-webhooks',
    payload: z.object({}),
    attempts: 1,
    lane: 'sweeps',
  }),
  everyMs: 60_000,
  find: async (now) => [job(collectMissedWebhooks, {}, keyOfMinute('all', now))],
};
