import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member who was brought over from another system the link to choose a password. */
export const sendImportInvite = defineJob({
  name: 'send-import-invite',
  lane: 'later',
  payload: z.object({ memberId: z.string(), invitedAt: z.string() }),
});
