import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readOpenPayments } from '#projections/read-models/payments/queries.ts';
import { completePaymentJob } from '../jobs/complete-payment/definition.ts';
import { payableForMs } from './abandoned-payments.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

interface PaymentSweepOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly olderThanMs: number;
  readonly unpaidForMs: number;
}

const createPaymentSweep = (
  pool: Pool,
  { name, everyMs, olderThanMs, unpaidForMs }: PaymentSweepOptions,
): Sweep => ({
  definition: defineSweepJob(name),
  everyMs,
  async find(now) {
    const open = await readOpenPayments(pool, {
      olderThan: new Date(now.getTime() - olderThanMs),
      unpaidSince: new Date(now.getTime() - unpaidForMs),
    });
    return open.map(({ paymentIntentId }) =>
      job(completePaymentJob, { paymentIntentId }, keyOfMinute(paymentIntentId, now)),
    );
  },
});

/** Completes payments of the last hour that neither a webhook nor a browser completed, three times a minute. */
export const recentPaymentsSweep = (pool: Pool): Sweep =>
  createPaymentSweep(pool, {
    name: 'sweep-recent-payments',
    everyMs: 20_000,
    olderThanMs: 10_000,
    unpaidForMs: 60 * millisecondsInMinute,
  });

/** Completes older payments for as long as they can be paid, because a member may return to a page left open. */
export const olderPaymentsSweep = (pool: Pool): Sweep =>
  createPaymentSweep(pool, {
    name: 'sweep-older-payments',
    everyMs: 30 * millisecondsInMinute,
    olderThanMs: 10 * millisecondsInMinute,
    unpaidForMs: payableForMs,
  });
