import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { changeClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassState } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { assignInstructor } from './assign-instructor.ts';
import { getClassFacts } from './get-class-facts.ts';

/**
 * Gives a class to another instructor and keeps everything else, including concurrent changes.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, INSTRUCTOR_NOT_FOUND, CHANGED_SINCE
 */
export const substituteInstructor = defineCommand(
  'substitute-instructor',
  async (
    { deciders }: CommandDeps,
    {
      classId,
      instructorId,
      expected,
    }: { classId: number; instructorId: number; expected?: Facts | undefined },
    context,
  ) => {
    const substitute = (state: ClassState) => {
      if (state.details === null) throw new Refusal('CLASS_NOT_FOUND');
      const events = decide(state, { ...state.details, instructorId, now: context.now });
      return guardEvents(events, expected, () => getClassFacts(state));
    };
    const { state: before } = await deciders.load(classDecider, String(classId));
    // A refusal by the class assigns no instructor.
    if (substitute(before).length > 0)
      await assignInstructor({ deciders }, { instructorId, classId }, context);
    const { position } = await deciders.handle(classDecider, String(classId), context, substitute);
    return { position };
  },
);
