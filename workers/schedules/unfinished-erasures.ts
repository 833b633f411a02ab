import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { erasuresToFinish } from '#projections/read-models/members/queries.ts';
import { finishErasure } from '../jobs/finish-erasure/definition.ts';
import { keyOfHalfHour, type Sweep } from './sweep.ts';

/** Finishes the erasure of members who still have a key, a future class or a membership. */
export const unfinishedErasuresSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-erasures', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const left = await erasuresToFinish(pool, now);
    return left.map((memberId) => job(finishErasure, { memberId }, keyOfHalfHour(memberId, now)));
  },
});
