import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends the requested code to sign in with if the address belongs to a member. */
export const sendSignInCode = defineJob({
  name: 'send-sign-in-code',
  payload: z.object({ requestId: z.uuid() }),
});
