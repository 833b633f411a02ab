import { changeClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';
import { assignInstructor } from './assign-instructor.ts';

/**
 * Gives a class to another instructor and leaves all else as it is, whatever others change at the same moment.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, INSTRUCTOR_NOT_FOUND
 */
export async function substituteInstructor(
  { deciders }: CommandDeps,
  { classId, instructorId }: { classId: number; instructorId: number },
  context: CommandContext,
): Promise<Written> {
  const { state: before } = await deciders.load(classDecider, String(classId));
  if (before.details !== null && !before.cancelled)
    await assignInstructor({ deciders }, { instructorId, classId }, context);
  const { position } = await deciders.handle(classDecider, String(classId), context, (state) => {
    if (state.details === null) throw new Refusal('CLASS_NOT_FOUND');
    return decide(state, { ...state.details, instructorId, now: context.now });
  });
  return { position };
}
