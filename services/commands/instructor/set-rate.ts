import { setRate as decide } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import type { Rate } from '#domain/instructor/rates.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** @throws Refusal INSTRUCTOR_NOT_FOUND, NEGATIVE_RATE, RATE_EXISTS */
export const setRate = defineCommand(
  'set-rate',
  async ({ deciders }: CommandDeps, { instructorId, ...rate }: Rate & { instructorId: number }, context) => {
    const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
      decide(state, { ...rate, now: context.now }),
    );
    return { position };
  },
);
