import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { stepsLeft } from '#infra/postgres/tables/campaigns.ts';
import { defineJob } from '#infra/queue/define-job.ts';
import { campaignJobs } from './campaign-jobs.ts';
import { keyOfHalfHour, type Sweep } from './sweep.ts';

/** Enqueues campaign members again whose job was never made or was lost. */
export const campaignsSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-campaigns', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const steps = await stepsLeft(pool, new Date(now.getTime() - millisecondsInMinute));
    return campaignJobs(steps, ({ campaignId, memberId }) => keyOfHalfHour(`${campaignId}/${memberId}`, now));
  },
});
