import { type ClassPlan, scheduleClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { assertOpen } from '#domain/closure/decide.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readClosures } from '../read-closures.ts';
import { assignInstructor } from './assign-instructor.ts';

/** Schedules a class. @throws Refusal INSTRUCTOR_NOT_FOUND, STUDIO_CLOSED */
export const scheduleClass = defineCommand(
  'schedule-class',
  async (
    { deciders, nextClassId }: CommandDeps & { readonly nextClassId: () => Promise<number> },
    plan: ClassPlan,
    context: CommandContext,
  ) => {
    assertOpen(await readClosures({ deciders }), plan.date);
    const classId = await nextClassId();
    await assignInstructor({ deciders }, { instructorId: plan.instructorId, classId }, context);
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) =>
      decide(state, { ...plan, classId, now: context.now }),
    );
    return { classId, position };
  },
);
