import { assertNever } from '#domain/assert-never.ts';
import {
  forfeitPass,
  type PassSettlement,
  returnPass,
  returnRefilledPass,
  spendPass,
  unholdPass,
} from '#domain/wallet/decide-passes.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';
import type { BookingRef } from './booking-end.ts';
import type { SeatAnswer } from './settle-seat.ts';

type Decision = (state: WalletState, settlement: PassSettlement) => WalletEvent[];

/** The decision about the pass; only a pass that comes back needs the rules. */
async function chooseDecision({ deciders }: CommandDeps, answer: SeatAnswer): Promise<Decision> {
  switch (answer.kind) {
    case 'taken':
      return spendPass;
    case 'released': {
      const { returnsPass, refilledBy } = answer.release;
      if (!returnsPass && refilledBy === undefined) return forfeitPass;
      const rules = await readRules(deciders);
      if (refilledBy !== undefined)
        return (state, settlement) => returnRefilledPass(state, { ...settlement, refilledBy }, rules);
      return (state, settlement) => returnPass(state, { ...settlement, extend: answer.byStudio }, rules);
    }
    case 'refused':
    case 'none':
      return unholdPass;
    default:
      return assertNever(answer);
  }
}

/** Settles the booking's pass by the state of its seat: spent, returned or forfeited. */
export async function settlePass(
  deps: CommandDeps,
  { bookingId, memberId }: BookingRef,
  answer: SeatAnswer,
  context: CommandContext,
): Promise<LoadedState<WalletState>> {
  const decide = await chooseDecision(deps, answer);
  return deps.deciders.handle(
    walletDecider,
    memberId,
    stepContext(context, bookingId, answer.kind),
    (state) => decide(state, { memberId, bookingId, now: context.now }),
  );
}
