import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Brings the erasure of a member to its end: what they had, the mailing list, a last word, and the key. */
export const finishErasure = defineJob({
  name: 'finish-erasure',
  payload: z.object({ memberId: z.string() }),
});
