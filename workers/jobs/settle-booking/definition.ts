import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Completes one booking from whichever step it has reached. */
export const settleBooking = defineJob({
  name: 'settle-booking',
  payload: z.object({ bookingId: z.number().int(), classId: z.number().int(), memberId: z.string() }),
});
