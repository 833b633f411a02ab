import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Notes which mailbox and card a once-only offer went to. */
export const noteOfferUse = defineJob({
  name: 'note-offer-use',
  lane: 'later',
  payload: z.object({ memberId: z.string(), lotId: z.string() }),
});
