import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends the confirmation link to a new address. */
export const sendEmailChange = defineJob({
  name: 'send-email-change',
  payload: z.object({ changeId: z.uuid() }),
});
