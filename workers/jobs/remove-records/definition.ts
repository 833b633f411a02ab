import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Removes an erased member's anonymous records from the read models after seven years. */
export const removeRecordsJob = defineJob({
  name: 'remove-records',
  payload: z.object({ memberId: z.string() }),
});
