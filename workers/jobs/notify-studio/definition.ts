import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Tells the studio of an incident by email, once on that London day. */
export const notifyStudio = defineJob({
  name: 'tell-studio',
  payload: z.object({ kind: z.string(), ref: z.string(), day: z.iso.date() }),
});
