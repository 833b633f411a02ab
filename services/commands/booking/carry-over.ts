import type { ClassDetails, SeatSource } from '#domain/class/events.ts';
import type { SeenClass } from '#domain/class/seen-class.ts';
import { Refusal } from '#domain/refusal.ts';
import { movePass } from '#domain/wallet/decide-move.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import type { CommandDeps } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { advanceBooking, advanceFrom } from './advance-booking.ts';
import type { BookingEnd, BookingRef } from './booking-end.ts';
import { withOtherClasses } from './with-other-classes.ts';

export interface CarryTarget {
  readonly bookingId: number;
  readonly classId: number;
  readonly details: ClassDetails;
  readonly source: SeatSource;
  /** What the member saw of the class. */
  readonly expected?: SeenClass | undefined;
  /** Moves also to the time of another booking. */
  readonly allowOverlap?: boolean | undefined;
}

/**
 * Moves a booking's pass to a new booking and completes both. The new class is claimed with that same pass, and the
 * old seat is released only once the pass is used there. If the class refuses, the pass returns to the old booking. A
 * booking that was moved to this class before ends the same way. See docs/decisions/0014-moving-a-booking.md.
 * @throws Refusal as `movePass`; ALREADY_CANCELLED when it was moved elsewhere
 */
export async function carryOver(
  deps: CommandDeps,
  from: BookingRef,
  to: CarryTarget,
  context: CommandContext,
): Promise<BookingEnd> {
  const { bookingId, memberId } = from;
  const { now } = context;
  const { classId, details, source, expected, allowOverlap } = to;
  const wallet = await withOtherClasses(
    deps,
    { memberId, classId, source, allowOverlap, exceptBookingId: bookingId, now },
    (toOverlapCheck) =>
      deps.deciders.handle(walletDecider, memberId, stepContext(context, bookingId, 'move'), (state) =>
        movePass(state, {
          memberId,
          bookingId,
          toBookingId: to.bookingId,
          toClassId: classId,
          classStartsAt: details.startsAt,
          source,
          expected,
          overlapCheck: toOverlapCheck(details),
          now,
        }),
      ),
  );
  const { passes } = wallet.state;
  const next = passes.get(passes.get(bookingId)?.movedTo ?? 0);
  if (next?.classId !== to.classId) throw new Refusal('ALREADY_CANCELLED');
  const booking = { bookingId: next.bookingId, classId: next.classId, memberId };
  const end = await advanceFrom(deps, booking, wallet, context);
  if (end.outcome !== 'booked') return end;
  const left = await advanceBooking(deps, from, context);
  return { ...end, position: pickLaterPosition(end.position, left.position) };
}

/** Completes a booking whose pass was moved before, and the booking it came from; undefined when it was not moved. */
export async function resumeMove(
  deps: CommandDeps,
  from: BookingRef,
  toClassId: number,
  context: CommandContext,
): Promise<BookingEnd | undefined> {
  const { memberId } = from;
  const { state } = await deps.deciders.load(walletDecider, memberId);
  const pass = state.passes.get(from.bookingId);
  if (pass?.status !== 'moved' || pass.movedTo === undefined) return undefined;
  const next = state.passes.get(pass.movedTo);
  if (next?.classId !== toClassId) throw new Refusal('ALREADY_CANCELLED');
  const end = await advanceBooking(deps, { bookingId: pass.movedTo, classId: toClassId, memberId }, context);
  await advanceBooking(deps, from, context);
  return end;
}
