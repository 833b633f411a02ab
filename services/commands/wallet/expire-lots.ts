import { expireLots as decide } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Takes what is left of one member's lapsed lots. Nothing due: nothing written. */
export async function expireLots(
  { deciders }: CommandDeps,
  { memberId }: { memberId: string },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(walletDecider, memberId, context, (state) =>
    decide(state, { memberId, now: context.now }),
  );
  return { position };
}
