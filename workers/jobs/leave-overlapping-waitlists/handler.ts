import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readOverlappingWaits } from '#projections/read-models/waitlist/queries.ts';
import { stepContext } from '#services/commands/step-context.ts';
import { leaveWaitlist } from '#services/commands/waitlist/leave-waitlist.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { leaveOverlappingWaitlists } from './definition.ts';

export const leaveOverlappingWaitlistsHandler = defineJobHandler(
  leaveOverlappingWaitlists,
  async (deps, { memberId, since }, { commandContext }) => {
    const classIds = await readOverlappingWaits(deps.pool, memberId, since);
    if (classIds === undefined) throw new NotProjectedYet('What happened');
    const context = commandContext();
    for (const classId of classIds) {
      await leaveWaitlist(
        deps,
        { classId, memberId, reason: 'overlap' },
        stepContext(context, 'leave', classId),
      );
    }
  },
);
