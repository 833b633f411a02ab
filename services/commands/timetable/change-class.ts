import { type ClassPlan, changeClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { assignInstructor } from './assign-instructor.ts';

/**
 * Changes a class. A missing duration stays as it is; a removed instructor stays on their classes.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED; INSTRUCTOR_NOT_FOUND when a new instructor does not exist
 */
export const changeClass = defineCommand(
  'change-class',
  async (
    { deciders }: CommandDeps,
    {
      classId,
      ...plan
    }: Omit<ClassPlan, 'durationMinutes'> & { classId: number; durationMinutes?: number | undefined },
    context: CommandContext,
  ) => {
    const before = (await deciders.load(classDecider, String(classId))).state;
    const { instructorId } = plan;
    const isOtherInstructor = before.details?.instructorId !== instructorId;
    if (before.details !== null && !before.isCancelled && isOtherInstructor)
      await assignInstructor({ deciders }, { instructorId, classId }, context);
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) => {
      const { details } = state;
      const durationMinutes = plan.durationMinutes ?? details?.durationMinutes ?? 0;
      const events = decide(state, { ...plan, durationMinutes, now: context.now });
      // A concurrent change set another instructor, and this one was not checked.
      if (!isOtherInstructor && details?.instructorId !== instructorId) throw new Refusal('CONFLICT');
      return events;
    });
    return { position };
  },
);
