import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { erasuresToFinish } from '#projections/read-models/members/queries.ts';
import { finishErasure } from '../jobs/finish-erasure/definition.ts';
import { keyOfHalfHour, type Sweep } from './sweep.ts';

/** Members who left and of whom something is still there: their key, a class to come, or a membership. */
export const unfinishedErasuresSweep = (pool: Pool): Sweep => ({
  definition: defineJob({ name: 'sweep-erasures', payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const left = await erasuresToFinish(pool, now);
    return left.map((memberId) => job(finishErasure, { memberId }, keyOfHalfHour(memberId, now)));
  },
});
