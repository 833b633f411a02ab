import { addInstructor as decide, type InstructorInput } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export const addInstructor = defineCommand(
  'add-instructor',
  async (
    { deciders, nextInstructorId }: CommandDeps & { readonly nextInstructorId: () => Promise<number> },
    input: InstructorInput,
    context,
  ) => {
    const instructorId = await nextInstructorId();
    const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
      decide(state, { ...input, instructorId, now: context.now }),
    );
    return { instructorId, position };
  },
);
