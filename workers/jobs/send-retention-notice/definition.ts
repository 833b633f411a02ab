import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member who was inactive for years that the account will be erased. */
export const sendRetentionNotice = defineJob({
  name: 'send-retention-notice',
  lane: 'later',
  payload: z.object({ memberId: z.string() }),
});
