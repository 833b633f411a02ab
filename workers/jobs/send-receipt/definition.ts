import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Confirms a paid pass. */
export const sendReceipt = defineJob({
  name: 'send-receipt',
  lane: 'later',
  payload: z.object({ memberId: z.string(), lotId: z.string() }),
});
