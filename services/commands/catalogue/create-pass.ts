import { createPass as decide, type PassInput } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Adds a product to the catalogue. */
export async function createPass(
  { deciders, nextPassId }: CommandDeps & { readonly nextPassId: () => Promise<number> },
  input: PassInput,
  context: CommandContext,
): Promise<Written & { passId: number }> {
  const passId = await nextPassId();
  const { position } = await deciders.handle(passDecider, String(passId), context, (state) =>
    decide(state, { ...input, passId, now: context.now }),
  );
  return { passId, position };
}
