import type { Pool } from 'pg';
import { job } from '#infra/queue/define-job.ts';
import { readUnfinishedBookings } from '#projections/read-models/booking-progress/queries.ts';
import { settleBooking } from '../jobs/settle-booking/definition.ts';
import { defineSweepJob, keyOfMinute, type Sweep } from './sweep.ts';

/** Requests settle their own bookings well within this; an older one was interrupted. */
const interruptedAfterMs = 3_000;

/** Settles every booking whose pass and seat do not match yet. */
export const unfinishedBookingsSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-bookings'),
  everyMs: 5_000,
  async find(now) {
    const left = await readUnfinishedBookings(pool, new Date(now.getTime() - interruptedAfterMs));
    return left.map(({ bookingId, classId, memberId }) =>
      job(settleBooking, { bookingId, classId, memberId }, keyOfMinute(`swept-${bookingId}`, now)),
    );
  },
});
