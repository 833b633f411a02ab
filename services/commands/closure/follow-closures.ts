import { followClosures as decide } from '#domain/wallet/decide-closures.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readClosedDays } from '../read-closures.ts';

/** Lets the lots of one member last as long as the closed days demand. Convergent. */
export const followClosures = defineCommand(
  'follow-closures',
  async (deps: CommandDeps, { memberId }: { memberId: string }, context) => {
    const closedDays = await readClosedDays(deps);
    const { position } = await deps.deciders.handle(walletDecider, memberId, context, (state) =>
      decide(state, { memberId, closedDays, now: context.now }),
    );
    return { position };
  },
);
