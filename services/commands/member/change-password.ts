import { changePassword as decide } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Sets another password, which ends the credential epoch; the caller has verified the current password. Returns the new
 * epoch. @throws Refusal SIGNED_OUT when the caller's epoch is over
 */
export const changePassword = defineCommand(
  'change-password',
  async (
    { deciders }: CommandDeps,
    { memberId, passwordHash, epoch }: { memberId: string; passwordHash: string; epoch: number },
    context,
  ) => {
    const { position, state, events } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, change: { passwordHash }, epoch, now: context.now }),
    );
    if (events.length === 0) throw new Refusal('SIGNED_OUT');
    return { position, epoch: state.epoch };
  },
);
