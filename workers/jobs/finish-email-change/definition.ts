import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** What follows once a new address is confirmed, and the confirmation itself where it was cut short. */
export const finishEmailChange = defineJob({
  name: 'finish-email-change',
  payload: z.object({ changeId: z.uuid() }),
});
