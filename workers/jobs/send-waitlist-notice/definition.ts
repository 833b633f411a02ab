import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** The event of the waitlist, with facts that only the event has. The kind of the email ends with `what`. */
const waitlistNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('booked'), bookingId: z.number().int() }),
  z.object({ what: z.literal('offered'), until: z.iso.datetime() }),
  z.object({ what: z.literal('lapsed') }),
  z.object({ what: z.literal('withdrawn'), because: z.enum(['capacity', 'marked_full', 'moved']) }),
  z.object({ what: z.literal('asked'), joinedFor: z.iso.datetime() }),
  z.object({ what: z.literal('announced') }),
  z.object({ what: z.literal('class-cancelled') }),
]);
export type WaitlistNotice = z.infer<typeof waitlistNotice>;

export const waitlistNoticeToMember = z.object({
  /** The event and its revision in the class's stream. */
  eventId: z.string(),
  revision: z.number().int(),
  classId: z.number().int(),
  memberId: z.string(),
  notice: waitlistNotice,
});

/** Emails a member about their place on a waitlist. */
export const sendWaitlistNotice = defineJob({
  name: 'send-waitlist-notice',
  payload: waitlistNoticeToMember,
});
