import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends the link that confirms a new address to it. */
export const sendEmailChange = defineJob({
  name: 'send-email-change',
  payload: z.object({ changeId: z.uuid() }),
});
