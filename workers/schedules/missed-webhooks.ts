import { job } from '#infra/queue/define-job.ts';
import { collectMissedWebhooks } from '../jobs/collect-missed-webhooks/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Fetches undelivered webhooks from Stripe each minute. */
export const missedWebhooksSweep: Sweep = {
  definition: defineSweepJob('sweep-missed-webhooks'),
  everyMs: 60_000,
  find: async (now) => [job(collectMissedWebhooks, {}, keyOfMinute('all', now))],
};
