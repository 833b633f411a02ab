import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Takes a member out of every line for a class at whose time they are booked in another. */
export const leaveOverlappingWaitlists = defineJob({
  name: 'leave-overlapping-waitlists',
  lane: 'later',
  payload: z.object({
    memberId: z.string(),
    /** What the read models must show first. */
    since: z.union([
      z.object({ bookingId: z.number().int() }),
      z.object({ classId: z.number().int(), revision: z.number().int() }),
    ]),
  }),
});
