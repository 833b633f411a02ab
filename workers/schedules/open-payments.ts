import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import { openPayments } from '#projections/read-models/payments/queries.ts';
import { completePaymentJob } from '../jobs/complete-payment/definition.ts';
import { payableForMs } from './abandoned-payments.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

interface Ages {
  readonly name: string;
  readonly everyMs: number;
  readonly olderThanMs: number;
  readonly unpaidForMs: number;
}

const sweepOf = (pool: Pool, { name, everyMs, olderThanMs, unpaidForMs }: Ages): Sweep => ({
  definition: defineJob({ name, payload: z.object({}), attempts: 1, lane: 'sweeps' }),
  everyMs,
  async find(now) {
    const open = await openPayments(pool, {
      olderThan: new Date(now.getTime() - olderThanMs),
      unpaidSince: new Date(now.getTime() - unpaidForMs),
    });
    return open.map(({ paymentIntentId }) =>
      job(completePaymentJob, { paymentIntentId }, keyOfMinute(paymentIntentId, now)),
    );
  },
});

/** Payments of the last hour that no webhook and no browser has completed: asked after three times a minute. */
export const recentPaymentsSweep = (pool: Pool): Sweep =>
  sweepOf(pool, {
    name: 'sweep-recent-payments',
    everyMs: 20_000,
    olderThanMs: 10_000,
    unpaidForMs: 60 * millisecondsInMinute,
  });

/** Older ones, for as long as they can be paid: some people come back to a page left open. */
export const olderPaymentsSweep = (pool: Pool): Sweep =>
  sweepOf(pool, {
    name: 'sweep-older-payments',
    everyMs: 30 * millisecondsInMinute,
    olderThanMs: 10 * millisecondsInMinute,
    unpaidForMs: payableForMs,
  });
