import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Acknowledges a complaint about data by email, and records it once the mail provider took it. */
export const sendComplaintAcknowledgement = defineJob({
  name: 'send-complaint-acknowledgement',
  payload: z.object({ complaintId: z.number().int() }),
});
