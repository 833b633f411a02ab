import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { markClassFull as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getClassFacts } from './get-class-facts.ts';

/** Marks a class full for members, or reopens it. @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CHANGED_SINCE */
export const markClassFull = defineCommand(
  'mark-class-full',
  async (
    { deciders }: CommandDeps,
    {
      classId,
      isMarkedFull,
      expected,
    }: { classId: number; isMarkedFull: boolean; expected?: Facts | undefined },
    context,
  ) => {
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) =>
      guardEvents(decide(state, { isMarkedFull, now: context.now }), expected, () => getClassFacts(state)),
    );
    return { position };
  },
);
