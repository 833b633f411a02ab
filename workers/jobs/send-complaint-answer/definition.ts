import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails an answer to the person who complained. */
export const sendComplaintAnswer = defineJob({
  name: 'send-complaint-answer',
  payload: z.object({ complaintId: z.number().int(), answerId: z.string() }),
});
