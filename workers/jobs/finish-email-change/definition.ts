import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Finishes a confirmed change of address: the account, the mailing list and an email to the previous address. */
export const finishEmailChange = defineJob({
  name: 'finish-email-change',
  payload: z.object({ changeId: z.uuid() }),
});
