import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails every booked member that the studio changed the class. */
export const sendClassChanged = defineJob({
  name: 'send-class-changed',
  payload: z.object({
    /** The change and its revision in the class's stream. */
    eventId: z.string(),
    revision: z.number().int(),
    classId: z.number().int(),
  }),
});
