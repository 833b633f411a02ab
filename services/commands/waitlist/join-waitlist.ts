import { joinWaitlist as decide, getWaitlistPlace } from '#domain/class/decide-waitlist.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { SeenClass } from '#domain/class/seen-class.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';

export interface JoinWaitlistDeps extends CommandDeps {
  readonly nextWaitlistId: () => Promise<number>;
}

export interface WaitlistResult extends AppendResult {
  /** From 1. */
  readonly place: number;
  readonly waiting: number;
}

/**
 * Adds a member to the end of a full class's waitlist; a member who is on it keeps their place.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, ALREADY_BOOKED, CLASS_NOT_FULL, CHANGED_SINCE
 */
export const joinWaitlist = defineCommand(
  'join-waitlist',
  async (
    { deciders, nextWaitlistId }: JoinWaitlistDeps,
    {
      classId,
      memberId,
      expected,
    }: {
      classId: number;
      memberId: string;
      /** What the member saw of the class. */
      expected?: SeenClass | undefined;
    },
    context: CommandContext,
  ): Promise<WaitlistResult> => {
    const [entryId, rules] = await Promise.all([nextWaitlistId(), readRules(deciders)]);
    const { state, position } = await deciders.handle(classDecider, String(classId), context, (current) =>
      decide(current, { entryId, memberId, expected, now: context.now }, rules),
    );
    return { place: getWaitlistPlace(state, memberId) ?? 0, waiting: state.waitlist.length, position };
  },
);
