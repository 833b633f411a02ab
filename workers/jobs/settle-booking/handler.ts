import { advanceBooking } from '#services/commands/booking/advance-booking.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { settleBooking } from './definition.ts';

export const settleBookingHandler = defineJobHandler(
  settleBooking,
  async (deps, booking, { commandContext }) => {
    const result = await advanceBooking(deps, booking, commandContext());
    deps.logger.info({ bookingId: booking.bookingId, outcome: result.outcome }, 'A booking was settled');
  },
);
