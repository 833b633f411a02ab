import type { CommandContext } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import type { BookingRef } from './booking-end.ts';
import { type CancellationResult, cancelBookingBy } from './cancel-booking-by.ts';

/**
 * Staff remove a member from a class; the pass is always returned.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED
 */
export const removeBooking = defineCommand(
  'remove-booking',
  (deps: CommandDeps, booking: BookingRef, context: CommandContext): Promise<CancellationResult> =>
    cancelBookingBy(deps, booking, 'staff', context),
);
