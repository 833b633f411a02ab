import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { type ClassPlan, changeClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassState } from '#domain/class/state.ts';
import { assertOpen } from '#domain/closure/decide.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readClosures } from '../read-closures.ts';
import { assignInstructor } from './assign-instructor.ts';
import { getClassFacts } from './get-class-facts.ts';

/**
 * Changes a class. A missing duration stays as it is; a removed instructor stays on their classes.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CHANGED_SINCE, STUDIO_CLOSED; INSTRUCTOR_NOT_FOUND when a new instructor does not exist
 */
export const changeClass = defineCommand(
  'change-class',
  async (
    { deciders }: CommandDeps,
    {
      classId,
      expected,
      ...plan
    }: Omit<ClassPlan, 'durationMinutes'> & {
      classId: number;
      durationMinutes?: number | undefined;
      /** What the caller saw. */
      expected?: Facts | undefined;
    },
    context: CommandContext,
  ) => {
    const change = (state: ClassState) => {
      const durationMinutes = plan.durationMinutes ?? state.details?.durationMinutes ?? 0;
      const events = decide(state, { ...plan, durationMinutes, now: context.now });
      return guardEvents(events, expected, () => getClassFacts(state));
    };
    const before = (await deciders.load(classDecider, String(classId))).state;
    if (before.details?.date !== plan.date) assertOpen(await readClosures({ deciders }), plan.date);
    const { instructorId } = plan;
    const isOtherInstructor = before.details?.instructorId !== instructorId;
    // A refusal by the class assigns no instructor.
    if (change(before).length > 0 && isOtherInstructor)
      await assignInstructor({ deciders }, { instructorId, classId }, context);
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) => {
      const events = change(state);
      // A concurrent change set another instructor, and this one was not checked.
      if (!isOtherInstructor && state.details?.instructorId !== instructorId) throw new Refusal('CONFLICT');
      return events;
    });
    return { position };
  },
);
