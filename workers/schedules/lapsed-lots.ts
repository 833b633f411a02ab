import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { findNextLotExpiry, readLotsDueToExpire } from '#projections/read-models/wallet/queries.ts';
import { expireLotsJob } from '../jobs/expire-lots/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Expires lots whose last day is over and that still hold passes. */
export const lapsedLotsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-lots'),
  everyMs: 60_000,
  async find(now) {
    const due = await readLotsDueToExpire(pool, now);
    const members = new Set(due.map(({ memberId }) => memberId));
    return [...members].map((memberId) => job(expireLotsJob, { memberId }, keyOfMinute(memberId, now)));
  },
  async nextDue(now) {
    const lastInstant = await findNextLotExpiry(pool, now);
    return lastInstant && new Date(lastInstant.getTime() + 1);
  },
});
