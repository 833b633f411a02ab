import { removeRecords as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** What was kept of an erased member goes from every screen; whose time it is the caller knows. */
export async function removeRecords(
  { deciders }: CommandDeps,
  memberId: string,
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, now: context.now }),
  );
  return { position };
}
