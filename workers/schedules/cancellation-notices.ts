import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import {
  findNextCancellationToNotify,
  readCancellationsToNotify,
} from '#projections/read-models/bookings/queries.ts';
import { sendCancellation } from '../jobs/send-cancellation/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Emails members about a cancellation once its undo period is over, so that an undone one causes no email. */
export const cancellationNoticesSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-cancellations'),
  everyMs: 5_000,
  async find(now) {
    const due = await readCancellationsToNotify(pool, now);
    return due.map(({ bookingId, memberId }) =>
      job(sendCancellation, { bookingId, memberId }, keyOfMinute(`swept-${bookingId}`, now)),
    );
  },
  nextDue: (now) => findNextCancellationToNotify(pool, now),
});
