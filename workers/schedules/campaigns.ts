import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { readOverdueCampaignSteps } from '#infra/postgres/tables/campaigns.ts';
import { campaignJobs } from './campaign-jobs.ts';
import { defineSweepJob, keyOfHalfHour, type Sweep } from './sweep.ts';

/** Enqueues campaign members again whose job was never made or was lost. */
export const campaignsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-campaigns'),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const steps = await readOverdueCampaignSteps(pool, new Date(now.getTime() - millisecondsInMinute));
    return campaignJobs(steps, ({ campaignId, memberId }) => keyOfHalfHour(`${campaignId}/${memberId}`, now));
  },
});
