import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Erases the account of a member who was inactive for years and did not sign in after the notice. */
export const eraseInactiveMember = defineJob({
  name: 'erase-inactive-member',
  payload: z.object({ memberId: z.string() }),
});
