import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Does what a closure demands: cancels the classes of its days, and lets passes last longer, or no longer once it is lifted. */
export const applyClosureJob = defineJob({
  name: 'apply-closure',
  payload: z.object({ closureId: z.number().int() }),
});
