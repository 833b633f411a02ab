import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Takes what was kept of an erased member, without a name, from the screens: its seven years are over. */
export const removeRecordsJob = defineJob({
  name: 'remove-records',
  payload: z.object({ memberId: z.string() }),
});
