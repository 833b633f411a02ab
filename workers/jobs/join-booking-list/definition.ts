import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Adds one member of a staff campaign to the mailing list of members with or without bookings. */
export const joinBookingList = defineJob({
  name: 'join-booking-list',
  lane: 'later',
  payload: z.object({ campaignId: z.int(), memberId: z.string() }),
});
