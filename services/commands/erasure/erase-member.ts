import { erase as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/**
 * A member leaves for ever. From here on the account is gone whatever breaks: `settleErasure` does what follows of it, and
 * is repeated until it is done, the key last.
 */
export async function eraseMember(
  { deciders }: CommandDeps,
  memberId: string,
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, now: context.now }),
  );
  return { position };
}
