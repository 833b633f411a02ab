import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member that the class they bought a pass for could not be booked, and that the pass is theirs. */
export const sendNotBooked = defineJob({
  name: 'send-not-booked',
  payload: z.object({ memberId: z.string(), paymentIntentId: z.string(), classId: z.number().int() }),
});
