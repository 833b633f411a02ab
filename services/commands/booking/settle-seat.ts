import { claimSeat, withdrawSeat } from '#domain/class/decide-seats.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassEvent } from '#domain/class/events.ts';
import { findSeatRefilledBy } from '#domain/class/refills.ts';
import { type ClassState, findSeatOfMember, type Seat } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import { type BookingPass, hasMembership, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';
import type { BookingRef } from './booking-end.ts';

/** The state of a booking's seat in the class. */
export type SeatAnswer =
  | {
      readonly kind: 'taken';
      /** The seat whose late cancellation this booking refilled: its pass has to come back. */
      readonly refilled: Seat | undefined;
      readonly position: bigint | null;
    }
  | {
      readonly kind: 'released';
      readonly release: NonNullable<Seat['released']>;
      /** The studio caused the release: the pass must stay usable for a while. */
      readonly byStudio: boolean;
      readonly position: bigint | null;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** It has no seat and needs none. */
  | { readonly kind: 'none' };

/** The member has the seat by another booking, whose pass is returned: its seat has still to be withdrawn. */
export interface Occupied {
  readonly kind: 'occupied';
  readonly byBookingId: number;
}

export function toSeatAnswer(state: ClassState, bookingId: number, position: bigint | null): SeatAnswer {
  const seat = state.seats.get(bookingId);
  if (seat === undefined) return { kind: 'none' };
  const { released: release } = seat;
  if (release === null) return { kind: 'taken', refilled: findSeatRefilledBy(state, bookingId), position };
  const byStudio =
    release.reason === 'removed' ||
    release.reason === 'class_cancelled' ||
    (release.reason === 'cancelled' && seat.isRescheduled);
  return { kind: 'released', release, byStudio, position };
}

async function claim(
  deps: CommandDeps,
  { bookingId, classId, memberId }: BookingRef,
  pass: BookingPass,
  wallet: WalletState,
  context: CommandContext,
): Promise<SeatAnswer | Occupied> {
  const lot = wallet.lots.get(pass.lotId);
  if (lot === undefined) throw new Error(`The lot of booking ${bookingId} is not in its wallet`);
  try {
    const rules = await readRules(deps.deciders);
    const { state, position } = await deps.deciders.handle(
      classDecider,
      String(classId),
      stepContext(context, bookingId, 'claim'),
      (current) =>
        claimSeat(
          current,
          {
            bookingId,
            memberId,
            lotId: lot.lotId,
            lotExpiresAt: lot.expiresAt,
            source: pass.source,
            hasPriority: hasMembership(wallet, context.now),
            continues: pass.movedFrom?.bookingId,
            expected: pass.expected,
            now: context.now,
          },
          rules,
        ),
    );
    const other = state.seats.has(bookingId) ? undefined : findSeatOfMember(state, memberId);
    if (other !== undefined) return { kind: 'occupied', byBookingId: other.bookingId };
    return toSeatAnswer(state, bookingId, position);
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', refusal: error };
    throw error;
  }
}

/**
 * Brings the class into agreement with the booking's pass. A held pass claims its seat, a used one only reads it, and
 * any other withdraws a seat that was claimed meanwhile.
 */
export async function settleSeat(
  deps: CommandDeps,
  booking: BookingRef,
  pass: BookingPass,
  wallet: WalletState,
  context: CommandContext,
): Promise<SeatAnswer | Occupied> {
  if (pass.status === 'held') return claim(deps, booking, pass, wallet, context);
  const { bookingId, classId } = booking;
  const decide = (current: ClassState): ClassEvent[] =>
    pass.status === 'used'
      ? []
      : withdrawSeat(current, {
          bookingId,
          reason: pass.status === 'moved' ? 'moved' : 'cancelled',
          now: context.now,
        });
  const { state, position } = await deps.deciders.handle(
    classDecider,
    String(classId),
    stepContext(context, bookingId, 'withdraw'),
    decide,
  );
  return toSeatAnswer(state, bookingId, position);
}
