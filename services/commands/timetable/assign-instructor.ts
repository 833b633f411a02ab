import { assignClass } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { stepOf } from '../step-of.ts';
import type { CommandDeps } from '../written.ts';

/**
 * Comes before a class is written with another instructor than it had, so that nobody is removed from under it.
 * @throws Refusal INSTRUCTOR_NOT_FOUND
 */
export async function assignInstructor(
  { deciders }: CommandDeps,
  { instructorId, classId }: { instructorId: number; classId: number },
  context: CommandContext,
): Promise<void> {
  await deciders.handle(
    instructorDecider,
    String(instructorId),
    stepOf(context, classId, 'assign'),
    (state) => assignClass(state, { classId, now: context.now }),
  );
}
