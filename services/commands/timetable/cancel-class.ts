import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { cancelClass as decide } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import { settlePass } from '../booking/settle-pass.ts';
import { toSeatAnswer } from '../booking/settle-seat.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getClassFacts } from './get-class-facts.ts';

/**
 * Cancels a class and returns every pass. A repeated call returns the passes that a crash left.
 * @throws Refusal CLASS_NOT_FOUND, CLASS_PAST, CHANGED_SINCE
 */
export const cancelClass = defineCommand(
  'cancel-class',
  async (
    deps: CommandDeps,
    { classId, expected }: { classId: number; expected?: Facts | undefined },
    context: CommandContext,
  ) => {
    const { state, position } = await deps.deciders.handle(
      classDecider,
      String(classId),
      context,
      (current) => guardEvents(decide(current, { now: context.now }), expected, () => getClassFacts(current)),
    );
    const freed = [...state.seats.values()].filter((seat) => seat.released?.reason === 'class_cancelled');
    const wallets = await Promise.all(
      freed.map((seat) => {
        const { bookingId, memberId } = seat;
        return settlePass(
          deps,
          { bookingId, classId, memberId },
          toSeatAnswer(state, bookingId, position),
          context,
        );
      }),
    );
    return {
      position: wallets.reduce((latest, wallet) => pickLaterPosition(latest, wallet.position), position),
    };
  },
);
