import { revokeCredentials } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Ends the credential epoch of the caller's session; does nothing when it is over. The caller ends the sessions. */
export const signOutEverywhere = defineCommand(
  'sign-out-everywhere',
  async ({ deciders }: CommandDeps, { memberId, epoch }: { memberId: string; epoch: number }, context) => {
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      revokeCredentials(state, { memberId, reason: 'signed-out-everywhere', epoch, now: context.now }),
    );
    return { position };
  },
);
