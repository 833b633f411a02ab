import { confirmWaitlistPlace as decide } from '#domain/class/decide-stakes.ts';
import { classDecider } from '#domain/class/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Records that a member still wants the class after it moved, at the start that they saw.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, NOT_ON_WAITLIST, CHANGED_SINCE
 */
export const confirmWaitlistPlace = defineCommand(
  'confirm-waitlist-place',
  async (
    { deciders }: CommandDeps,
    { classId, memberId, startsAt }: { classId: number; memberId: string; startsAt: string },
    context,
  ) => {
    const { position } = await deciders.handle(classDecider, String(classId), context, (state) =>
      decide(state, { memberId, startsAt, now: context.now }),
    );
    return { position };
  },
);
