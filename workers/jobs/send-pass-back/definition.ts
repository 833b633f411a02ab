import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member that the pass of a late cancellation is back, because another member took the place. */
export const sendPassBack = defineJob({
  name: 'send-pass-back',
  lane: 'later',
  payload: z.object({ memberId: z.string(), bookingId: z.number().int() }),
});
