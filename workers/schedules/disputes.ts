import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { DISPUTE_NOTICE_MS } from '#domain/dispute/decide.ts';
import { job } from '#infra/queue/define-job.ts';
import {
  findNextDisputeDue,
  readDisputedPaymentsToFollow,
  readDisputesToNotify,
} from '#projections/read-models/disputes/queries.ts';
import { followDisputesJob } from '../jobs/follow-disputes/definition.ts';
import { notifyStudioOfDispute } from '../jobs/notify-studio-of-dispute/definition.ts';
import { defineSweepJob, keyOfHour, keyOfMinute, type Sweep } from './sweep.ts';

const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

/** Emails the studio 72 hours before the evidence of a dispute is due. */
export const disputesDueSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-disputes-due'),
  everyMs: 5 * millisecondsInMinute,
  async find(now) {
    const due = await readDisputesToNotify(pool, { now, dueUntil: after(now, DISPUTE_NOTICE_MS) });
    return due.map(({ disputeId, dueAt }) =>
      job(
        notifyStudioOfDispute,
        { disputeId, dueAt: dueAt.toISOString() },
        keyOfMinute(`dispute-${disputeId}`, now),
      ),
    );
  },
  async nextDue(now) {
    const dueAt = await findNextDisputeDue(pool, after(now, DISPUTE_NOTICE_MS));
    return dueAt === null ? null : after(dueAt, -DISPUTE_NOTICE_MS);
  },
});

/** Reads the disputes that are known by their money alone, from before they were recorded. */
export const disputesToFollowSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-disputes'),
  everyMs: millisecondsInHour,
  async find(now) {
    const payments = await readDisputedPaymentsToFollow(pool);
    return payments.map(({ paymentIntentId }) =>
      job(followDisputesJob, { paymentIntentId }, keyOfHour(`disputes-${paymentIntentId}`, now)),
    );
  },
});
