import { changeInstructor as decide, type InstructorInput } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** @throws Refusal INSTRUCTOR_NOT_FOUND */
export async function changeInstructor(
  { deciders }: CommandDeps,
  { instructorId, ...input }: InstructorInput & { instructorId: number },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(instructorDecider, String(instructorId), context, (state) =>
    decide(state, { ...input, now: context.now }),
  );
  return { position };
}
