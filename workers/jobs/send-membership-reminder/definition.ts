import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member that the membership will be charged soon. */
export const sendMembershipReminder = defineJob({
  name: 'send-membership-reminder',
  lane: 'later',
  payload: z.object({ membershipId: z.number().int() }),
});
