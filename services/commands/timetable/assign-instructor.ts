import { assignClass } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { stepContext } from '../step-context.ts';

/**
 * Assigns a class before it is appended with a new instructor, so that the instructor is not removed meanwhile.
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
    stepContext(context, classId, 'assign'),
    (state) => assignClass(state, { classId, now: context.now }),
  );
}
