import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Takes a member who withdrew the consent off the mailing list. */
export const leaveNewsletter = defineJob({
  name: 'leave-newsletter',
  payload: z.object({ memberId: z.string(), at: z.iso.datetime() }),
});
