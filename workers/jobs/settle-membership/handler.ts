import { settleMembership } from '#services/commands/membership/settle-membership.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { ignoreRefusal } from '../ignore-refusal.ts';
import { settleMembershipJob } from './definition.ts';

export const settleMembershipHandler = defineJobHandler(
  settleMembershipJob,
  (deps, { subscriptionId }, { commandContext }) =>
    ignoreRefusal(deps.logger, { subscriptionId }, () =>
      settleMembership(deps, { subscriptionId }, commandContext()),
    ),
);
