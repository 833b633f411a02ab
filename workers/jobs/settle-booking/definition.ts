import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Moves one booking to its end from wherever it stands. */
export const settleBooking = defineJob({
  name: 'settle-booking',
  payload: z.object({ bookingId: z.number().int(), classId: z.number().int(), memberId: z.string() }),
});
