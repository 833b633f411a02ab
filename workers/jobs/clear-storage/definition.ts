import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Clears the disk of what erased persons left there. It has many attempts, because a long-running reader holds it up. */
export const clearStorage = defineJob({
  name: 'clear-storage',
  payload: z.object({ personId: z.string() }),
  attempts: 12,
});
