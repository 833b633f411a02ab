import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member the confirmation of a booking. */
export const sendBookingConfirmation = defineJob({
  name: 'send-booking-confirmation',
  lane: 'later',
  payload: z.object({ memberId: z.string(), bookingId: z.number().int() }),
});
