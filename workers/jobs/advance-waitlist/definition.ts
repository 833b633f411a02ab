import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Brings the line of a class to where it asks for nothing more. */
export const advanceWaitlistJob = defineJob({
  name: 'advance-waitlist',
  payload: z.object({ classId: z.number().int() }),
});
