import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { isNightSettled, noteFirstNight } from '#infra/postgres/tables/verifications.ts';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { verifyNight } from '../jobs/verify-night/definition.ts';
import { nightOf } from './night.ts';
import type { Sweep } from './sweep.ts';

/**
 * The verification of the whole store, once in each night from 03:00 in London. A studio that has just opened has nothing to verify
 * until the night after. Of the nights that a clock jumps over the last one is enough.
 */
export const nightlyVerificationSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-verification', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 5 * millisecondsInMinute,
  byTimerAlone: true,
  async find(now) {
    const night = nightOf(now);
    await noteFirstNight(pool, night);
    return (await isNightSettled(pool, night)) ? [] : [job(verifyNight, { night }, night)];
  },
});
