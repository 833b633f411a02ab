import { handle } from '#infra/queue/define-job.ts';
import { expireLots } from '#services/commands/wallet/expire-lots.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { expireLotsJob } from './definition.ts';

export const expireLotsHandler = (deps: JobDependencies) =>
  handle(expireLotsJob, async ({ memberId }, run) => {
    await expireLots(deps, { memberId }, jobContext(deps.clock, expireLotsJob.name, run));
  });
