import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends the confirmation link to a new address, and the link that cancels the change to the current one. */
export const sendEmailChange = defineJob({
  name: 'send-email-change',
  payload: z.object({ changeId: z.uuid() }),
});
