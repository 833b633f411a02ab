import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Advances the waitlist of a class until nothing is due. */
export const advanceWaitlistJob = defineJob({
  name: 'advance-waitlist',
  payload: z.object({ classId: z.number().int() }),
});
