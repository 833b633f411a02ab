import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import type { BookingRef } from './booking-end.ts';
import { type CancellationResult, cancelBookingBy } from './cancel-booking-by.ts';

/**
 * A member cancels their own booking; whose and in which class it is was looked up by its id, `memberId` is who asks.
 * @throws Refusal BOOKING_NOT_FOUND (also for another member's), ALREADY_CANCELLED, CLASS_PAST
 */
export const cancelBooking = defineCommand(
  'cancel-booking',
  (deps: CommandDeps, booking: BookingRef, context: CommandContext): Promise<CancellationResult> =>
    cancelBookingBy(deps, booking, 'member', context),
);
