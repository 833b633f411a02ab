import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails the studio that a complaint about data came in. */
export const notifyStudioOfComplaint = defineJob({
  name: 'notify-studio-of-complaint',
  payload: z.object({ complaintId: z.number().int(), receivedAt: z.iso.datetime() }),
});
