import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Expires the lots of one wallet whose last day is over. */
export const expireLotsJob = defineJob({
  name: 'expire-lots',
  payload: z.object({ memberId: z.string() }),
});
