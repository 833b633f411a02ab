import { settleMembership } from '#services/commands/membership/settle-membership.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { settleMembershipJob } from './definition.ts';

export const settleMembershipHandler = defineJobHandler(
  settleMembershipJob,
  (deps) =>
    ({ subscriptionId }, run) =>
      ignoreRefusal(deps.logger, { subscriptionId }, () =>
        settleMembership(deps, { subscriptionId }, jobContext(deps.clock, settleMembershipJob.name, run)),
      ),
);
