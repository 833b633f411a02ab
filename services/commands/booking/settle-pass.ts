import { assertNever } from '#domain/assert-never.ts';
import {
  forfeitPass,
  type PassSettlement,
  returnPass,
  spendPass,
  unholdPass,
} from '#domain/wallet/decide-passes.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import type { BookingRef } from './booking-end.ts';
import type { SeatAnswer } from './settle-seat.ts';

function decidePass(state: WalletState, answer: SeatAnswer, settlement: PassSettlement): WalletEvent[] {
  switch (answer.kind) {
    case 'taken':
      return spendPass(state, settlement);
    case 'released':
      return answer.release.returnsPass
        ? returnPass(state, { ...settlement, extend: answer.byStudio })
        : forfeitPass(state, settlement);
    case 'refused':
    case 'none':
      return unholdPass(state, settlement);
    default:
      return assertNever(answer);
  }
}

/** Settles the booking's pass by the state of its seat: spent, returned or forfeited. */
export function settlePass(
  deps: CommandDeps,
  { bookingId, memberId }: BookingRef,
  answer: SeatAnswer,
  context: CommandContext,
): Promise<LoadedState<WalletState>> {
  return deps.deciders.handle(
    walletDecider,
    memberId,
    stepContext(context, bookingId, answer.kind),
    (state) => decidePass(state, answer, { memberId, bookingId, now: context.now }),
  );
}
