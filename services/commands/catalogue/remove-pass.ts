import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { removePass as decide } from '#domain/pass/decide.ts';
import { passDecider } from '#domain/pass/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getPassFacts } from './get-pass-facts.ts';

/**
 * Removes a product from the catalogue; sold passes stay. A repeated removal changes nothing.
 * @throws Refusal PASS_NOT_FOUND, CHANGED_SINCE
 */
export const removePass = defineCommand(
  'remove-pass',
  async (
    { deciders }: CommandDeps,
    { passId, expected }: { passId: number; expected?: Facts | undefined },
    context,
  ) => {
    const { position } = await deciders.handle(passDecider, String(passId), context, (state) =>
      guardEvents(decide(state, { now: context.now }), expected, () => getPassFacts(state)),
    );
    return { position };
  },
);
