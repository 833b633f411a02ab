import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member that passes last longer because the studio is closed, or that they do not after all. */
export const sendClosureNotice = defineJob({
  name: 'send-closure-notice',
  lane: 'later',
  payload: z.object({
    memberId: z.string(),
    /** One of the lots whose end changed. */
    lotId: z.string(),
    expiresAt: z.iso.datetime(),
    what: z.enum(['extended', 'withdrawn']),
    /** When, for all lots of the member alike. */
    at: z.iso.datetime(),
  }),
});
