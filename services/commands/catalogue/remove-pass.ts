import { removePass as decide } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Removes a product from the catalogue; sold passes stay. A repeated removal changes nothing.
 * @throws Refusal PASS_NOT_FOUND
 */
export const removePass = defineCommand(
  'remove-pass',
  async ({ deciders }: CommandDeps, { passId }: { passId: number }, context) => {
    const { position } = await deciders.handle(passDecider, String(passId), context, (state) =>
      decide(state, { now: context.now }),
    );
    return { position };
  },
);
