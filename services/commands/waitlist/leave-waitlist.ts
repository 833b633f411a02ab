import { leaveWaitlist as decide } from '#domain/class/decide-waitlist.ts';
import { classDecider } from '#domain/class/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Removes a member from a class's waitlist, at their request or because they booked another class at that time.
 * Changes nothing for a member who is not on it.
 * @throws Refusal CLASS_NOT_FOUND
 */
export const leaveWaitlist = defineCommand(
  'leave-waitlist',
  async (
    { deciders }: CommandDeps,
    { classId, memberId, reason }: { classId: number; memberId: string; reason: 'left' | 'overlap' },
    context: CommandContext,
  ) => {
    const { position } = await deciders.handle(classDecider, String(classId), context, (current) => {
      if (current.classId === null) throw new Refusal('CLASS_NOT_FOUND');
      return decide(current, { memberId, reason, now: context.now });
    });
    return { position };
  },
);
