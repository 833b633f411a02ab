import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends the requested reset link if the address belongs to a member or a staff account. */
export const sendPasswordReset = defineJob({
  name: 'send-password-reset',
  payload: z.object({ requestId: z.uuid() }),
});
