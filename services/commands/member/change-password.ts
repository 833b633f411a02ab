import { changePassword as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Sets another password; the caller has verified the current one or a reset link. */
export const changePassword = defineCommand(
  'change-password',
  async (
    { deciders }: CommandDeps,
    { memberId, passwordHash }: { memberId: string; passwordHash: string },
    context,
  ) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, change: { passwordHash }, now: context.now }),
    );
    return { position };
  },
);
