import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Tells a member that a class is booked. */
export const sendBookingConfirmation = defineJob({
  name: 'send-booking-confirmation',
  lane: 'later',
  payload: z.object({ memberId: z.string(), bookingId: z.number().int() }),
});
