import { changeClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { assignInstructor } from './assign-instructor.ts';

/**
 * Gives a class to another instructor and keeps everything else, including concurrent changes.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, INSTRUCTOR_NOT_FOUND
 */
export const substituteInstructor = defineCommand(
  'substitute-instructor',
  async (
    { deciders }: CommandDeps,
    { classId, instructorId }: { classId: number; instructorId: number },
    context,
  ) => {
    const { state: before } = await deciders.load(classDecider, String(classId));
    if (before.details !== null && !before.isCancelled)
      await assignInstructor({ deciders }, { instructorId, classId }, context);
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) => {
      if (state.details === null) throw new Refusal('CLASS_NOT_FOUND');
      return decide(state, { ...state.details, instructorId, now: context.now });
    });
    return { position };
  },
);
