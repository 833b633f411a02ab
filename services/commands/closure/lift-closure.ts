import { liftClosure as decide } from '#domain/closure/decide.ts';
import { ALL_CLOSURES, closureDecider } from '#domain/closure/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Opens the studio again. Classes that were cancelled stay cancelled; the passes follow by the job of the event.
 * @throws Refusal CLOSURE_NOT_FOUND, CLOSURE_OVER
 */
export const liftClosure = defineCommand(
  'lift-closure',
  async ({ deciders }: CommandDeps, { closureId }: { closureId: number }, context) => {
    const { position } = await deciders.handle(closureDecider, ALL_CLOSURES, context, (state) =>
      decide(state, { closureId, now: context.now }),
    );
    return { position };
  },
);
