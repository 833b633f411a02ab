import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails one member of a staff campaign that the timetable is open for booking. */
export const sendPrelaunch = defineJob({
  name: 'send-prelaunch',
  lane: 'later',
  payload: z.object({ campaignId: z.int(), memberId: z.string() }),
});
