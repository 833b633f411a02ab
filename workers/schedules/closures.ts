import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { toLondonDay } from '#domain/london-time.ts';
import { job } from '#infra/queue/define-job.ts';
import { readStandingClosures } from '#projections/read-models/closures/queries.ts';
import { applyClosureJob } from '../jobs/apply-closure/definition.ts';
import { defineSweepJob, keyOfHour, type Sweep } from './sweep.ts';

/** Applies closures again: to what was scheduled or granted while they were set, and to what a crash left. */
export const closuresSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-closures'),
  everyMs: millisecondsInHour,
  async find(now) {
    const standing = await readStandingClosures(pool, toLondonDay(now));
    return standing.map(({ id }) => job(applyClosureJob, { closureId: id }, keyOfHour(id, now)));
  },
});
