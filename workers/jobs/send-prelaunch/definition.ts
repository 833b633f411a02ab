import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Tells one member that the timetable is up, as staff asked for all of them. */
export const sendPrelaunch = defineJob({
  name: 'send-prelaunch',
  lane: 'later',
  payload: z.object({ campaignId: z.int(), memberId: z.string() }),
});
