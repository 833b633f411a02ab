import type { CommandContext } from '../../infra/event-store/types.ts';
import { changeIdentity as decide } from '../domain/member/decide.ts';
import { memberDecider } from '../domain/member/decider.ts';
import type { MemberIdentity } from '../domain/member/events.ts';
import type { CommandDeps, Written } from './written.ts';

/**
 * Changes what a member is known by. The address is that of the claim, so it stays as it was: the caller passes it on.
 * @throws InvalidInput when under 16
 */
export async function changeProfile(
  { deciders }: CommandDeps,
  { memberId, identity }: { memberId: string; identity: MemberIdentity },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
    decide(state, { memberId, change: identity, now: context.now }),
  );
  return { position };
}
