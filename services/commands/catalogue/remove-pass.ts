import { removePass as decide } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Takes a product out of the catalogue; what was sold stays. Again it changes nothing. @throws Refusal PASS_NOT_FOUND */
export async function removePass(
  { deciders }: CommandDeps,
  { passId }: { passId: number },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(passDecider, String(passId), context, (state) =>
    decide(state, { now: context.now }),
  );
  return { position };
}
