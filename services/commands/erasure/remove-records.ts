import { removeRecords as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Removes the anonymous records of an erased member from every screen; the caller knows whose retention period is
 * over.
 */
export const removeRecords = defineCommand(
  'remove-records',
  async ({ deciders }: CommandDeps, memberId: string, context) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, now: context.now }),
    );
    return { position };
  },
);
