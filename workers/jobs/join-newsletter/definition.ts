import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Adds a member who consented to the mailing list. */
export const joinNewsletter = defineJob({
  name: 'join-newsletter',
  lane: 'later',
  payload: z.object({ memberId: z.string(), at: z.iso.datetime() }),
});
