import { addInstructor as decide, type InstructorInput } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

export async function addInstructor(
  { deciders, nextInstructorId }: CommandDeps & { readonly nextInstructorId: () => Promise<number> },
  input: InstructorInput,
  context: CommandContext,
): Promise<Written & { instructorId: number }> {
  const instructorId = await nextInstructorId();
  const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
    decide(state, { ...input, instructorId, now: context.now }),
  );
  return { instructorId, position };
}
