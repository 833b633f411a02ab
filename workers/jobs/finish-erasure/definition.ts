import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Finishes a member's erasure: bookings and membership, mailing list, last email and key. */
export const finishErasure = defineJob({
  name: 'finish-erasure',
  payload: z.object({ memberId: z.string() }),
});
