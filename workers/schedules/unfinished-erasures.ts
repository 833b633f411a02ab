import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readErasuresToFinish } from '#projections/read-models/members/queries.ts';
import { readErasuresToClear } from '#projections/read-models/members/retention-queries.ts';
import { clearStorage } from '../jobs/clear-storage/definition.ts';
import { finishErasure } from '../jobs/finish-erasure/definition.ts';
import { defineSweepJob, keyOfHalfHour, type Sweep } from './sweep.ts';

/** Finishes the erasure of members who still have a key, a future class or a membership, or left traces on the disk. */
export const unfinishedErasuresSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-erasures'),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const left = await readErasuresToFinish(pool, now);
    // One job clears the disk for all of them.
    const [personId] = await readErasuresToClear(pool);
    return [
      ...left.map((memberId) => job(finishErasure, { memberId }, keyOfHalfHour(memberId, now))),
      ...(personId === undefined ? [] : [job(clearStorage, { personId }, keyOfHalfHour(personId, now))]),
    ];
  },
});
