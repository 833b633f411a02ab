import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Tells a member that a booking ended, and what became of the pass. */
export const sendCancellation = defineJob({
  name: 'send-cancellation',
  lane: 'later',
  payload: z.object({ memberId: z.string(), bookingId: z.number().int() }),
});
