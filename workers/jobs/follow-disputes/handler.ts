import { followDisputes } from '#services/commands/dispute/follow-disputes.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { followDisputesJob } from './definition.ts';

export const followDisputesHandler = defineJobHandler(
  followDisputesJob,
  async (deps, { paymentIntentId }, { commandContext }) => {
    await followDisputes(deps, { paymentIntentId }, commandContext());
  },
);
