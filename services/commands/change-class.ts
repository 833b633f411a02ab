import type { CommandContext } from '../../infra/event-store/types.ts';
import { type ClassPlan, changeClass as decide } from '../domain/class/decide-timetable.ts';
import { classDecider } from '../domain/class/decider.ts';
import { assertInstructor } from '../domain/instructor/decide.ts';
import { instructorDecider } from '../domain/instructor/decider.ts';
import type { CommandDeps, Written } from './written.ts';

/**
 * Changes a class. A duration left out stays as it is.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED; INSTRUCTOR_NOT_FOUND when another one is put in who does not exist
 */
export async function changeClass(
  { deciders }: CommandDeps,
  {
    classId,
    ...plan
  }: Omit<ClassPlan, 'durationMinutes'> & { classId: number; durationMinutes?: number | undefined },
  context: CommandContext,
): Promise<Written> {
  const { state: instructor } = await deciders.load(instructorDecider, String(plan.instructorId));
  const { position } = await deciders.handle(classDecider, String(classId), context, (state) => {
    const durationMinutes = plan.durationMinutes ?? state.details?.durationMinutes ?? 0;
    const events = decide(state, { ...plan, durationMinutes, now: context.now });
    // An instructor who has left stays on the classes they had.
    if (state.details?.instructorId !== plan.instructorId) assertInstructor(instructor);
    return events;
  });
  return { position };
}
