import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readWaitlistDues } from '#projections/read-models/waitlist/queries.ts';
import { advanceWaitlistJob } from '../jobs/advance-waitlist/definition.ts';
import { earliest } from './earliest.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Advances waitlists after an offer expired, the morning began, the last two hours began, or a crash. */
export const waitlistsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-waitlists'),
  everyMs: 20_000,
  async find(now) {
    const all = await readWaitlistDues(pool, now);
    return all
      .filter(({ due }) => due !== null)
      .map(({ classId, due }) =>
        job(advanceWaitlistJob, { classId }, keyOfMinute(`swept-${classId}-${due}`, now)),
      );
  },
  async nextDue(now) {
    return earliest((await readWaitlistDues(pool, now)).map(({ until }) => until));
  },
});
