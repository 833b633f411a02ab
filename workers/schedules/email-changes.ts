import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { readOverdueEmailChanges } from '#infra/postgres/tables/email-changes.ts';
import { emailChangeJobs } from '../jobs/email-change-jobs.ts';
import { defineSweepJob, keyOfHalfHour, type Sweep } from './sweep.ts';

/** Enqueues changes of address again whose job was never made or failed for good. */
export const emailChangesSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-email-changes'),
  everyMs: millisecondsInMinute,
  async find(now) {
    const left = await readOverdueEmailChanges(pool, new Date(now.getTime() - millisecondsInMinute));
    return left.flatMap((changeId) => emailChangeJobs(changeId, keyOfHalfHour(changeId, now)));
  },
});
