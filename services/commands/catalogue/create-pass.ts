import { createPass as decide, type PassInput } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Adds a product to the catalogue. */
export const createPass = defineCommand(
  'create-pass',
  async (
    { deciders, nextPassId }: CommandDeps & { readonly nextPassId: () => Promise<number> },
    input: PassInput,
    context,
  ) => {
    const passId = await nextPassId();
    const { position } = await deciders.handle(passDecider, String(passId), context, (state) =>
      decide(state, { ...input, passId, now: context.now }),
    );
    return { passId, position };
  },
);
