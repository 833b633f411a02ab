import { changePassword as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Gives a member another password. That it may be was shown before: by the one until now, or by a reset link. */
export async function changePassword(
  { deciders }: CommandDeps,
  { memberId, passwordHash }: { memberId: string; passwordHash: string },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, change: { passwordHash }, now: context.now }),
  );
  return { position };
}
