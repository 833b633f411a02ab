import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails the studio about an incident, once per London day. */
export const notifyStudio = defineJob({
  name: 'tell-studio',
  payload: z.object({ kind: z.string(), ref: z.string(), day: z.iso.date() }),
});
