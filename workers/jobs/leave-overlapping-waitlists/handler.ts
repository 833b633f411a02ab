import { handle } from '#infra/queue/define-job.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { overlappingLines } from '#projections/read-models/waitlist/queries.ts';
import { stepContext } from '#services/commands/step-context.ts';
import { leaveWaitlist } from '#services/commands/waitlist/leave-waitlist.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { leaveOverlappingWaitlists } from './definition.ts';

export const leaveOverlappingWaitlistsHandler = (deps: JobDependencies) =>
  handle(leaveOverlappingWaitlists, async ({ memberId, since }, run) => {
    const classIds = await overlappingLines(deps.pool, memberId, since);
    if (classIds === undefined) throw new NotProjectedYet('What happened');
    const context = jobContext(deps.clock, leaveOverlappingWaitlists.name, run);
    for (const classId of classIds) {
      await leaveWaitlist(
        deps,
        { classId, memberId, reason: 'overlap' },
        stepContext(context, 'leave', classId),
      );
    }
  });
