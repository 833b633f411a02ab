import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails the studio that the evidence of a dispute is due soon. */
export const notifyStudioOfDispute = defineJob({
  name: 'notify-studio-of-dispute',
  payload: z.object({ disputeId: z.string(), dueAt: z.iso.datetime() }),
});
