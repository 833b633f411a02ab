import type { CommandContext } from '#infra/event-store/types.ts';
import { asCommand } from '#infra/telemetry/in-command.ts';
import type { BookingDeps } from './booking-deps.ts';
import type { BookingRef } from './booking-end.ts';
import { type Cancelled, cancelAs } from './cancel-as.ts';

/**
 * A member cancels their own booking; whose and in which class it is was looked up by its id, `memberId` is who asks.
 * @throws Refusal BOOKING_NOT_FOUND (also for another member's), ALREADY_CANCELLED, CLASS_PAST
 */
export const cancelBooking = asCommand(
  'cancel-booking',
  (deps: BookingDeps, booking: BookingRef, context: CommandContext): Promise<Cancelled> =>
    cancelAs(deps, booking, 'member', context),
);
