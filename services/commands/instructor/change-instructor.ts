import { changeInstructor as decide, type InstructorInput } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** @throws Refusal INSTRUCTOR_NOT_FOUND */
export const changeInstructor = defineCommand(
  'change-instructor',
  async (
    { deciders }: CommandDeps,
    { instructorId, ...input }: InstructorInput & { instructorId: number },
    context,
  ) => {
    const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
      decide(state, { ...input, now: context.now }),
    );
    return { position };
  },
);
