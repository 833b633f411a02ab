import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Synchronises a membership with its subscription at Stripe. */
export const settleMembershipJob = defineJob({
  name: 'settle-membership',
  payload: z.object({ subscriptionId: z.string() }),
});
