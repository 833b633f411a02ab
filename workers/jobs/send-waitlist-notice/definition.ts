import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** What someone who waits hears of, with what only the event says; `what` ends the kind of the email. */
const waitlistNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('booked'), bookingId: z.number().int() }),
  z.object({ what: z.literal('offered'), until: z.iso.datetime() }),
  z.object({ what: z.literal('lapsed') }),
  z.object({ what: z.literal('announced') }),
  z.object({ what: z.literal('class-cancelled') }),
]);
export type WaitlistNotice = z.infer<typeof waitlistNotice>;

/** Tells a member what became of their place in line. */
export const sendWaitlistNotice = defineJob({
  name: 'send-waitlist-notice',
  payload: z.object({
    /** The event that is told of, and its place in the class's stream. */
    eventId: z.string(),
    revision: z.number().int(),
    classId: z.number().int(),
    memberId: z.string(),
    notice: waitlistNotice,
  }),
});
