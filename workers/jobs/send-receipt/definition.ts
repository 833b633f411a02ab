import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails the receipt of a purchased pass. */
export const sendReceipt = defineJob({
  name: 'send-receipt',
  lane: 'later',
  payload: z.object({ memberId: z.string(), lotId: z.string() }),
});
