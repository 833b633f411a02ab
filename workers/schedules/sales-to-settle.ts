import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readSalesToSettle } from '#projections/read-models/payments/queries.ts';
import { settleRefundsJob } from '../jobs/settle-refunds/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Settles sales whose passes do not match a refund, a dispute or its reversal yet. */
export const salesToSettleSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-sales'),
  everyMs: 60_000,
  async find(now) {
    const sales = await readSalesToSettle(pool);
    return sales.map(({ paymentIntentId }) =>
      job(settleRefundsJob, { paymentIntentId }, keyOfMinute(paymentIntentId, now)),
    );
  },
});
