import { advanceWaitlist } from '#services/commands/waitlist/advance-waitlist.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { advanceWaitlistJob } from './definition.ts';

export const advanceWaitlistHandler = defineJobHandler(advanceWaitlistJob, (deps) => async (payload, run) => {
  await advanceWaitlist(deps, payload, jobContext(deps.clock, advanceWaitlistJob.name, run));
});
