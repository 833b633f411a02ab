import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Brings a membership to what Stripe says of its subscription. */
export const settleMembershipJob = defineJob({
  name: 'settle-membership',
  payload: z.object({ subscriptionId: z.string() }),
});
