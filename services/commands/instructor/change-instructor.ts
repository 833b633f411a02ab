import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { changeInstructor as decide, type InstructorInput } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getInstructorFacts } from './get-instructor-facts.ts';

/** `expected` is what the caller saw. @throws Refusal INSTRUCTOR_NOT_FOUND, CHANGED_SINCE */
export const changeInstructor = defineCommand(
  'change-instructor',
  async (
    { deciders }: CommandDeps,
    {
      instructorId,
      expected,
      ...input
    }: InstructorInput & { instructorId: number; expected?: Facts | undefined },
    context,
  ) => {
    const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
      guardEvents(decide(state, { ...input, now: context.now }), expected, () => getInstructorFacts(state)),
    );
    return { position };
  },
);
