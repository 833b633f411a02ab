import { markClassFull as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Marks a class full for members, or reopens it. @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED */
export const markClassFull = defineCommand(
  'mark-class-full',
  async (
    { deciders }: CommandDeps,
    { classId, isMarkedFull }: { classId: number; isMarkedFull: boolean },
    context,
  ) => {
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) =>
      decide(state, { isMarkedFull, now: context.now }),
    );
    return { position };
  },
);
