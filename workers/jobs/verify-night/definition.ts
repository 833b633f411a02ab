import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Verifies the whole store and its read models, and stores the result for that night. */
export const verifyNight = defineJob({
  name: 'verify-night',
  lane: 'sweeps',
  payload: z.object({ night: z.iso.date() }),
  attempts: 4,
  backoffMs: 5 * millisecondsInMinute,
});
