import type { Pool } from 'pg';
import { z } from 'zod';
import { defineJob, job } from '#infra/queue/define-job.ts';
import {
  cancellationsToNotify,
  nextCancellationToNotify,
} from '#projections/read-models/bookings/queries.ts';
import { sendCancellation } from '../jobs/send-cancellation/definition.ts';
import { keyOfMinute, type Sweep } from './sweep.ts';

/** Emails members about a cancellation once its undo period is over, so that an undone one causes no email. */
export const cancellationNoticesSweep = (pool: Pool): Sweep => ({
  definition: defineJob({
    name: 'sweep-cancellations',
    payload: z.object({}),
    attempts: 1,
    lane: 'sweeps',
  }),
  everyMs: 5_000,
  async find(now) {
    const due = await cancellationsToNotify(pool, now);
    return due.map(({ bookingId, memberId }) =>
      job(sendCancellation, { bookingId, memberId }, keyOfMinute(`swept-${bookingId}`, now)),
    );
  },
  nextDue: (now) => nextCancellationToNotify(pool, now),
});
