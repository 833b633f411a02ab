import { handle } from '../../../infra/queue/define-job.ts';
import { expireLots } from '../../../services/commands/expire-lots.ts';
import { jobContext } from '../../job-context.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { expireLotsJob } from './definition.ts';

export const expireLotsHandler = (deps: JobDependencies) =>
  handle(expireLotsJob, async ({ memberId }, run) => {
    await expireLots(deps, { memberId }, jobContext(deps.clock, expireLotsJob.name, run));
  });
