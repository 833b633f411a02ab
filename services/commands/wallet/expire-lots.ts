import { expireLots as decide } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Expires what is left of one member's lapsed lots; appends nothing when none is due. */
export const expireLots = defineCommand(
  'expire-lots',
  async ({ deciders }: CommandDeps, { memberId }: { memberId: string }, context) => {
    const { position } = await deciders.handle(walletDecider, memberId, context, (state) =>
      decide(state, { memberId, now: context.now }),
    );
    return { position };
  },
);
