import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Erases a registration of interest after its retention period. */
export const eraseRegistrationJob = defineJob({
  name: 'erase-registration',
  payload: z.object({ registrationId: z.number().int() }),
});
