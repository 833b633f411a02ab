import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readAbandonedPayments } from '#projections/read-models/payments/queries.ts';
import { abandonPaymentJob } from '../jobs/abandon-payment/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** How long a started payment can be paid. */
export const payableForMs = millisecondsInDay;

/** Cancels payments that stayed unpaid for a day. */
export const abandonedPaymentsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-abandoned-payments'),
  everyMs: 30 * millisecondsInMinute,
  async find(now) {
    const left = await readAbandonedPayments(pool, { startedBefore: new Date(now.getTime() - payableForMs) });
    return left.map(({ paymentIntentId }) =>
      job(abandonPaymentJob, { paymentIntentId }, keyOfMinute(paymentIntentId, now)),
    );
  },
});
