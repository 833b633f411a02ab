import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails } from '#domain/class/events.ts';
import { overlap } from '#domain/class/overlap.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { type ReadModelEntry, readOverlappingWaits } from '#projections/read-models/waitlist/queries.ts';
import { readStreamAsOf, type StreamReader } from '#services/audit/history/read-stream-as-of.ts';
import { stepContext } from '#services/commands/step-context.ts';
import { leaveWaitlist } from '#services/commands/waitlist/leave-waitlist.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { leaveOverlappingWaitlists } from './definition.ts';

async function readDetailsAt(
  eventStore: StreamReader,
  classId: number,
  at: Date,
): Promise<ClassDetails | null> {
  let details: ClassDetails | null = null;
  for (const { type, data } of await readStreamAsOf(eventStore, classDecider.stream(String(classId)), at))
    if (type === 'ClassScheduled' || type === 'ClassChanged') details = data;
  return details;
}

/**
 * Whether the classes overlapped already at that instant. A job may run long after it; by then the studio may have moved a class, which
 * costs no member a place.
 */
async function didOverlap(
  eventStore: StreamReader,
  { classId, bookedClassId }: { readonly classId: number; readonly bookedClassId: number },
  at: Date,
): Promise<boolean> {
  const [one, other] = await Promise.all([
    readDetailsAt(eventStore, classId, at),
    readDetailsAt(eventStore, bookedClassId, at),
  ]);
  return one !== null && other !== null && overlap(one, other);
}

/** @throws NotProjectedYet */
export async function leaveOverlapping(
  { pool, deciders, eventStore }: Pick<JobDependencies, 'pool' | 'deciders' | 'eventStore'>,
  { memberId, since }: { memberId: string; since: ReadModelEntry },
  context: CommandContext,
): Promise<void> {
  const overlapping = await readOverlappingWaits(pool, memberId, since);
  if (overlapping === undefined) throw new NotProjectedYet('What happened');
  for (const pair of overlapping.pairs) {
    if (!(await didOverlap(eventStore, pair, overlapping.at))) continue;
    const { classId } = pair;
    await leaveWaitlist(
      { deciders },
      { classId, memberId, reason: 'overlap' },
      stepContext(context, 'leave', classId),
    );
  }
}

export const leaveOverlappingWaitlistsHandler = defineJobHandler(
  leaveOverlappingWaitlists,
  (deps, payload, { commandContext }) => leaveOverlapping(deps, payload, commandContext()),
);
