import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Unblocks a member's address at the mail provider and emails them, after they asked for another try. */
export const retryAddress = defineJob({
  name: 'retry-address',
  payload: z.object({ memberId: z.string(), eventId: z.string() }),
});
