import { handle } from '#infra/queue/define-job.ts';
import { advanceWaitlist } from '#services/commands/waitlist/advance-waitlist.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { advanceWaitlistJob } from './definition.ts';

export const advanceWaitlistHandler = (deps: JobDependencies) =>
  handle(advanceWaitlistJob, async (line, run) => {
    await advanceWaitlist(deps, line, jobContext(deps.clock, advanceWaitlistJob.name, run));
  });
