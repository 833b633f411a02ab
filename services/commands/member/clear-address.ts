import { clearAddress as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Removes the mark of a member's address, so that mail is tried again. A repetition appends nothing. */
export const clearAddress = defineCommand(
  'clear-address',
  async ({ deciders }: CommandDeps, { memberId }: { memberId: string }, context) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, by: 'member', now: context.now }),
    );
    return { position };
  },
);
