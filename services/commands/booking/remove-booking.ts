import type { CommandContext } from '#infra/event-store/types.ts';
import { asCommand } from '#infra/telemetry/in-command.ts';
import type { BookingDeps } from './booking-deps.ts';
import type { BookingRef } from './booking-end.ts';
import { type Cancelled, cancelAs } from './cancel-as.ts';

/** Staff take a member out of a class; the pass always goes back. @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED */
export const removeBooking = asCommand(
  'remove-booking',
  (deps: BookingDeps, booking: BookingRef, context: CommandContext): Promise<Cancelled> =>
    cancelAs(deps, booking, 'staff', context),
);
