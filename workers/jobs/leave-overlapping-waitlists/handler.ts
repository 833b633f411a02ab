import type { Pool } from 'pg';
import type { z } from 'zod';
import { handle } from '../../../infra/queue/define-job.ts';
import { bookingById } from '../../../projections/read-models/bookings/queries.ts';
import { hasHappened, overlappingLines } from '../../../projections/read-models/waitlist/queries.ts';
import { leaveWaitlist } from '../../../services/commands/leave-waitlist.ts';
import { stepOf } from '../../../services/commands/step-of.ts';
import { jobContext } from '../../job-context.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { leaveOverlappingWaitlists } from './definition.ts';

type Cause = z.infer<(typeof leaveOverlappingWaitlists)['payload']>;

const isShown = async (pool: Pool, { memberId, since }: Cause): Promise<boolean> =>
  'bookingId' in since
    ? (await bookingById(pool, since.bookingId)) !== undefined
    : hasHappened(pool, { ...since, memberId });

export const leaveOverlappingWaitlistsHandler = (deps: JobDependencies) =>
  handle(leaveOverlappingWaitlists, async (cause, run) => {
    if (!(await isShown(deps.pool, cause))) throw new Error('What happened is not in the read model yet');
    const { memberId } = cause;
    const context = jobContext(deps.clock, leaveOverlappingWaitlists.name, run);
    for (const classId of await overlappingLines(deps.pool, memberId)) {
      await leaveWaitlist(deps, { classId, memberId, reason: 'overlap' }, stepOf(context, 'leave', classId));
    }
  });
