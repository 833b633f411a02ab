import { expireLots } from '#services/commands/wallet/expire-lots.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { expireLotsJob } from './definition.ts';

export const expireLotsHandler = defineJobHandler(expireLotsJob, (deps) => async ({ memberId }, run) => {
  await expireLots(deps, { memberId }, jobContext(deps.clock, expireLotsJob.name, run));
});
