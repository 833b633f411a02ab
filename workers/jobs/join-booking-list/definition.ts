import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Puts one member on the mailing list of those who have booked, or of those who have not, as staff asked for all of them. */
export const joinBookingList = defineJob({
  name: 'join-booking-list',
  lane: 'later',
  payload: z.object({ campaignId: z.int(), memberId: z.string() }),
});
