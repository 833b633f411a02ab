import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Erases a complaint about data after its retention period. */
export const eraseComplaintJob = defineJob({
  name: 'erase-complaint',
  payload: z.object({ complaintId: z.number().int() }),
});
