import { markClassFull as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps, Written } from '../written.ts';

/** Closes a class to members, or opens it again. @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED */
export async function markClassFull(
  { deciders }: CommandDeps,
  { classId, isMarkedFull }: { classId: number; isMarkedFull: boolean },
  context: CommandContext,
): Promise<Written> {
  const { position } = await deciders.handle(classDecider, String(classId), context, (state) =>
    decide(state, { isMarkedFull, now: context.now }),
  );
  return { position };
}
