import { handle } from '#infra/queue/define-job.ts';
import { settleMembership } from '#services/commands/membership/settle-membership.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { letRefusalBe } from '../let-refusal-be.ts';
import { settleMembershipJob } from './definition.ts';

export const settleMembershipHandler = (deps: JobDependencies) =>
  handle(settleMembershipJob, ({ subscriptionId }, run) =>
    letRefusalBe(deps.logger, { subscriptionId }, () =>
      settleMembership(deps, { subscriptionId }, jobContext(deps.clock, settleMembershipJob.name, run)),
    ),
  );
