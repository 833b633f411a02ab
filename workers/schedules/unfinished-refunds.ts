import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readOpenRefunds } from '#projections/read-models/refunds/queries.ts';
import { finishRefundJob } from '../jobs/finish-refund/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Makes the refunds that were requested a minute ago or more and have no answer of Stripe yet. */
export const unfinishedRefundsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-refunds'),
  everyMs: millisecondsInMinute,
  async find(now) {
    const open = await readOpenRefunds(pool, { before: new Date(now.getTime() - millisecondsInMinute) });
    return open.map(({ paymentIntentId }) =>
      job(finishRefundJob, { paymentIntentId }, keyOfMinute(paymentIntentId, now)),
    );
  },
});
