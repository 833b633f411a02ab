import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails } from '#domain/class/events.ts';
import { Refusal } from '#domain/refusal.ts';
import { holdPass } from '#domain/wallet/decide-passes.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { findActiveBooking, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { advanceBooking, advanceFrom } from './advance-booking.ts';
import { type BookingResult, toBookingResult } from './booking-result.ts';
import { type BookingRequest, findClass, peekClass } from './find-class.ts';
import { withOtherClasses } from './with-other-classes.ts';

export interface BookClassDeps extends CommandDeps {
  readonly nextBookingId: () => Promise<number>;
}

interface HoldTarget {
  readonly bookingId: number;
  readonly details: ClassDetails;
}

/** Holds a pass for this booking, unless the member has one in the class. @throws Refusal as `holdPass` */
export async function holdPassFor(
  deps: CommandDeps,
  request: BookingRequest,
  { bookingId, details }: HoldTarget,
  context: CommandContext,
): Promise<LoadedState<WalletState>> {
  const { deciders } = deps;
  const { classId, memberId, source, expected } = request;
  const { now } = context;
  const holdFor = (wanted: ClassDetails) =>
    withOtherClasses(deps, { ...request, now }, (toOverlapCheck) =>
      deciders.handle(walletDecider, memberId, stepContext(context, bookingId, 'hold'), (state) =>
        holdPass(state, {
          memberId,
          bookingId,
          classId,
          classStartsAt: wanted.startsAt,
          source,
          expected,
          overlapCheck: toOverlapCheck(wanted),
          now,
        }),
      ),
    );
  try {
    return await holdFor(details);
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.hasExpiringBefore !== true) throw error;
    // The start may come from a stale state: the class may be earlier now, and the pass valid on that day.
    const { state } = await deciders.load(classDecider, String(classId));
    if (state.details === null || state.details.startsAt === details.startsAt) throw error;
    return await holdFor(state.details);
  }
}

/**
 * Books one seat for one pass. Returns the existing booking of a member who has one in the class.
 * @throws Refusal NO_PASS, CLASS_NOT_FOUND, CLASS_CANCELLED, CLASS_PAST, CLASS_FULL, OUTSIDE_BOOKING_WINDOW;
 * CHANGED_SINCE, OVERLAPS_BOOKING; CONFLICT when a concurrent request cancelled the booking
 */
export const bookClass = defineCommand(
  'book-class',
  async (deps: BookClassDeps, request: BookingRequest, context: CommandContext): Promise<BookingResult> => {
    const { classId, memberId } = request;
    let details = peekClass(deps, request, context);
    if (details === undefined) {
      const found = await findClass(deps, request, context);
      if ('bookingId' in found) {
        const { bookingId } = found;
        return toBookingResult(
          await advanceBooking(deps, { bookingId, classId, memberId }, context),
          context.now,
        );
      }
      details = found.details;
    }
    const bookingId = await deps.nextBookingId();
    const wallet = await holdPassFor(deps, request, { bookingId, details }, context);
    const pass = findActiveBooking(wallet.state, classId);
    if (pass === undefined) throw new Error(`Booking ${bookingId} holds no pass`);
    // Of two concurrent requests the second finds the pass of the first, and both complete that booking.
    const booking = { bookingId: pass.bookingId, classId, memberId };
    return toBookingResult(await advanceFrom(deps, booking, wallet, context), context.now);
  },
);
