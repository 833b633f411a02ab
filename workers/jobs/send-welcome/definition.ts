import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a welcome to a new member. */
export const sendWelcome = defineJob({
  name: 'send-welcome',
  lane: 'later',
  payload: z.object({ memberId: z.string() }),
});
