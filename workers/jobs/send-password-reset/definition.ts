import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends a reset link to who asked for one, if that is a member. */
export const sendPasswordReset = defineJob({
  name: 'send-password-reset',
  payload: z.object({ requestId: z.uuid() }),
});
