import { readPersonalData } from '#domain/member/decide-reading.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { stepOf } from '../step-of.ts';
import type { CommandDeps } from '../written.ts';
import { readerOf } from './open-health-details.ts';

/** Notes that someone at the auditor's desk opens who a member is; to be done before it is shown. */
export async function noteAuditReading(
  { deciders }: CommandDeps,
  { memberId }: { memberId: string },
  context: CommandContext,
): Promise<void> {
  const reader = readerOf(context.actor);
  await deciders.handle(memberDecider, memberId, stepOf(context, 'audit', memberId), (state) =>
    readPersonalData(state, { memberId, reader, what: 'audit', now: context.now }),
  );
}
