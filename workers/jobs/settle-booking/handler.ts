import { handle } from '#infra/queue/define-job.ts';
import { advanceBooking } from '#services/commands/booking/advance-booking.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { settleBooking } from './definition.ts';

export const settleBookingHandler = (deps: JobDependencies) =>
  handle(settleBooking, async (booking, run) => {
    const end = await advanceBooking(deps, booking, jobContext(deps.clock, settleBooking.name, run));
    deps.logger.info({ bookingId: booking.bookingId, outcome: end.outcome }, 'A booking was settled');
  });
