import { addInstructor as decide, type InstructorInput } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export const addInstructor = defineCommand(
  'add-instructor',
  async (
    { deciders, nextInstructorId }: CommandDeps & { readonly nextInstructorId: () => Promise<number> },
    input: InstructorInput,
    context,
  ): Promise<AppendResult & { instructorId: number }> => {
    const instructorId = await nextInstructorId();
    const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
      decide(state, { ...input, instructorId, now: context.now }),
    );
    return { instructorId, position };
  },
);
