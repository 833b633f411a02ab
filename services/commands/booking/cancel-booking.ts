import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import type { BookingRef } from './booking-end.ts';
import { type CancellationResult, cancelBookingBy } from './cancel-booking-by.ts';

/**
 * A member cancels their own booking, or undoes it. The caller has read its class by the booking's id; `memberId` is the caller's own.
 * @throws Refusal BOOKING_NOT_FOUND (also for another member's), ALREADY_CANCELLED, CLASS_PAST; UNDO_TOO_LATE
 */
export const cancelBooking = defineCommand(
  'cancel-booking',
  (
    deps: CommandDeps,
    { undoesBooking = false, ...booking }: BookingRef & { readonly undoesBooking?: boolean | undefined },
    context: CommandContext,
  ): Promise<CancellationResult> =>
    cancelBookingBy(deps, booking, undoesBooking ? 'member-undo' : 'member', context),
);
