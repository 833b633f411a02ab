import { advanceBooking } from '#services/commands/booking/advance-booking.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { settleBooking } from './definition.ts';

export const settleBookingHandler = defineJobHandler(settleBooking, (deps) => async (booking, run) => {
  const result = await advanceBooking(deps, booking, jobContext(deps.clock, settleBooking.name, run));
  deps.logger.info({ bookingId: booking.bookingId, outcome: result.outcome }, 'A booking was settled');
});
