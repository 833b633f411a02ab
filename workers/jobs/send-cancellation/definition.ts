import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member that a booking ended, with the state of its pass. */
export const sendCancellation = defineJob({
  name: 'send-cancellation',
  lane: 'later',
  payload: z.object({ memberId: z.string(), bookingId: z.number().int() }),
});
