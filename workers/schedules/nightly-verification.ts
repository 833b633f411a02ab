import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { isNightSettled, recordFirstNight } from '#infra/postgres/tables/verifications.ts';
import { job } from '#infra/queue/define-job.ts';
import { verifyNight } from '../jobs/verify-night/definition.ts';
import { nightOf } from './night.ts';
import { defineSweepJob, type Sweep } from './sweep.ts';

/**
 * Verifies the whole store once a night, from 03:00 in London. The night of the first start is skipped, because nothing is
 * there to verify. When the sandbox clock skips several nights, only the last one is verified.
 */
export const nightlyVerificationSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-verification'),
  everyMs: 5 * millisecondsInMinute,
  isTimerOnly: true,
  async find(now) {
    const night = nightOf(now);
    await recordFirstNight(pool, night);
    return (await isNightSettled(pool, night)) ? [] : [job(verifyNight, { night }, night)];
  },
});
