import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Tells a member who has not been there for years that their account will be erased. */
export const sendRetentionNotice = defineJob({
  name: 'send-retention-notice',
  lane: 'later',
  payload: z.object({ memberId: z.string() }),
});
