import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Removes a member who withdrew the consent from the mailing list. */
export const leaveNewsletter = defineJob({
  name: 'leave-newsletter',
  payload: z.object({ memberId: z.string(), at: z.iso.datetime() }),
});
