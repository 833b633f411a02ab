import { z } from 'zod';
import { importTasks } from '#infra/postgres/tables/import-work.ts';
import { defineJob } from '#infra/queue/define-job.ts';

/** Brings everyone of an import over, invites them, or takes everything back; each as far as it is not done. */
export const advanceImport = defineJob({
  name: 'advance-import',
  lane: 'later',
  payload: z.object({ importId: z.string(), task: z.enum(importTasks) }),
});
