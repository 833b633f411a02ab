import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Makes a registration of interest unreadable that has been kept long enough. */
export const eraseRegistrationJob = defineJob({
  name: 'erase-registration',
  payload: z.object({ registrationId: z.number().int() }),
});
