import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Removes a member from every waitlist whose class overlapped one of their bookings when they booked or joined. */
export const leaveOverlappingWaitlists = defineJob({
  name: 'leave-overlapping-waitlists',
  lane: 'later',
  payload: z.object({
    memberId: z.string(),
    /** The read models must contain this booking, or this revision of the class, first. */
    since: z.union([
      z.object({ bookingId: z.number().int() }),
      z.object({ classId: z.number().int(), revision: z.number().int() }),
    ]),
  }),
});
