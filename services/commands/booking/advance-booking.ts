import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { type BookingPass, findPassUnderMove, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import type { BookingEnd, BookingRef } from './booking-end.ts';
import { settlePass } from './settle-pass.ts';
import { type Occupied, type SeatAnswer, settleSeat } from './settle-seat.ts';

/** A round is repeated when another process changes the same booking; more than a few indicate a fault. */
const MAX_ROUNDS = 10;

/** The end of the booking once pass and seat agree; undefined while one of them has to follow. */
export function findBookingEnd(
  booking: BookingRef,
  pass: BookingPass | undefined,
  answer: SeatAnswer,
  wallet: LoadedState<WalletState>,
): BookingEnd | undefined {
  const { bookingId } = booking;
  const end = { bookingId, wallet: wallet.state, position: wallet.position };
  if (pass === undefined || pass.status === 'held' || findPassUnderMove(wallet.state, pass)) return undefined;
  const hasPass = pass.status === 'used';
  switch (answer.kind) {
    case 'taken':
      return hasPass
        ? { ...end, outcome: 'booked', position: pickLaterPosition(end.position, answer.position) }
        : undefined;
    case 'released':
      if (hasPass || (answer.release.refilledBy !== undefined && pass.status === 'forfeited'))
        return undefined;
      return {
        ...end,
        outcome: 'released',
        reason: answer.release.reason,
        passReturned: pass.status === 'returned',
        refillable: answer.release.refillAt !== undefined && pass.status === 'forfeited',
        position: pickLaterPosition(end.position, answer.position),
      };
    case 'refused':
      return hasPass ? undefined : { ...end, outcome: 'refused', refusal: answer.refusal };
    case 'none':
      return hasPass ? undefined : { ...end, outcome: 'returned' };
  }
}

/** A seat that the member's other booking keeps counts as refused. */
const toRefused = (answer: SeatAnswer | Occupied): SeatAnswer =>
  answer.kind === 'occupied' ? { kind: 'refused', refusal: new Refusal('CONFLICT') } : answer;

/** Once this booking is complete, returns the pass of the late cancellation whose place it took. */
async function settleRefilled(
  deps: CommandDeps,
  { classId }: BookingRef,
  answer: SeatAnswer,
  end: BookingEnd,
  context: CommandContext,
): Promise<BookingEnd> {
  if (answer.kind !== 'taken' || answer.refilled === undefined) return end;
  const { bookingId, memberId } = answer.refilled;
  // Another member's wallet names no member but its own.
  const actor = { kind: 'system', name: 'refilled-place' } as const;
  await advanceBooking(deps, { bookingId, classId, memberId }, { ...context, actor });
  return end;
}

/** Does the same as `advanceBooking`, from a wallet that was just read or appended to. */
export async function advanceFrom(
  deps: CommandDeps,
  booking: BookingRef,
  from: LoadedState<WalletState>,
  context: CommandContext,
): Promise<BookingEnd> {
  const { bookingId } = booking;
  let wallet = from;
  let hasVacated = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pass = wallet.state.passes.get(bookingId);
    if (pass === undefined)
      return { outcome: 'none', bookingId, wallet: wallet.state, position: wallet.position };
    const next = findPassUnderMove(wallet.state, pass);
    if (next !== undefined) {
      // The class that the pass is being moved to decides whether it is moved for good.
      const { memberId } = booking;
      await advanceFrom(
        deps,
        { bookingId: next.bookingId, classId: next.classId, memberId },
        wallet,
        context,
      );
      wallet = await deps.deciders.load(walletDecider, memberId);
      continue;
    }
    const found = await settleSeat(deps, booking, pass, wallet.state, context);
    if (found.kind === 'occupied' && !hasVacated) {
      hasVacated = true;
      await advanceBooking(deps, { ...booking, bookingId: found.byBookingId }, context);
      wallet = await deps.deciders.load(walletDecider, booking.memberId);
      continue;
    }
    const answer = toRefused(found);
    const settled = findBookingEnd(booking, pass, answer, wallet);
    if (settled !== undefined) return settleRefilled(deps, booking, answer, settled, context);
    wallet = await settlePass(deps, booking, answer, context);
    const end = findBookingEnd(booking, wallet.state.passes.get(bookingId), answer, wallet);
    if (end !== undefined) return settleRefilled(deps, booking, answer, end, context);
  }
  throw new Error(`Booking ${bookingId} did not come to an end`);
}

/**
 * Completes a booking from any intermediate state. Claims the seat of a held pass, then spends the pass, or returns
 * it when the class refuses. Returns or forfeits it when the seat was released.
 * Convergent: any number of callers, in any process, at any time, end in the same state.
 */
export const advanceBooking = defineCommand(
  'advance-booking',
  async (deps: CommandDeps, booking: BookingRef, context): Promise<BookingEnd> => {
    const wallet = await deps.deciders.load(walletDecider, booking.memberId);
    return advanceFrom(deps, booking, wallet, context);
  },
);
