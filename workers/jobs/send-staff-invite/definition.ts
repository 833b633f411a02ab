import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Sends the link of an invitation. `eventId` is the event of the first or a repeated invitation. */
export const sendStaffInvite = defineJob({
  name: 'send-staff-invite',
  payload: z.object({ eventId: z.uuid(), staffId: z.uuid() }),
});
