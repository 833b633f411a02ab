import { eraseMember as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Erases a member for good. From here on the account is unusable whatever fails: `settleErasure` does the rest, and
 * is repeated until it succeeds, with the key last.
 */
export const eraseMember = defineCommand(
  'erase-member',
  async ({ deciders }: CommandDeps, memberId: string, context) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, now: context.now }),
    );
    return { position };
  },
);
