import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Erases the account of a member who has not been there for years, was told so, and did not come back. */
export const eraseInactiveMember = defineJob({
  name: 'erase-inactive-member',
  payload: z.object({ memberId: z.string() }),
});
