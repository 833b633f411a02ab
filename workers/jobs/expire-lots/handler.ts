import { expireLots } from '#services/commands/wallet/expire-lots.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { expireLotsJob } from './definition.ts';

export const expireLotsHandler = defineJobHandler(
  expireLotsJob,
  async (deps, { memberId }, { commandContext }) => {
    await expireLots(deps, { memberId }, commandContext());
  },
);
