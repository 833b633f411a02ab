import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member that passes expire soon. */
export const sendExpiryReminder = defineJob({
  name: 'send-expiry-reminder',
  lane: 'later',
  payload: z.object({ memberId: z.string(), lotId: z.string() }),
});
