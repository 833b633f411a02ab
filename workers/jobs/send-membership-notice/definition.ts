import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** What a member hears of about the membership, with what only the event says; `what` ends the kind of the email. */
const membershipNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('started'), invoiceId: z.string() }),
  z.object({ what: z.literal('renewed'), invoiceId: z.string() }),
  z.object({ what: z.literal('payment-failed'), invoiceId: z.string(), attempt: z.number().int() }),
  z.object({ what: z.literal('cancelling'), endsAt: z.iso.datetime() }),
  z.object({ what: z.literal('resumed') }),
  z.object({ what: z.literal('ended'), reason: z.enum(['cancelled', 'unpaid']) }),
  /** A second one beside it was undone. */
  z.object({ what: z.literal('refused'), amountPence: z.number().int() }),
]);
export type MembershipNotice = z.infer<typeof membershipNotice>;

/** Tells a member what happened to the membership. */
export const sendMembershipNotice = defineJob({
  name: 'send-membership-notice',
  lane: 'later',
  payload: z.object({
    /** The event that is told of, and its place in the membership's stream. */
    eventId: z.string(),
    revision: z.number().int(),
    membershipId: z.number().int(),
    memberId: z.string(),
    subscriptionId: z.string(),
    notice: membershipNotice,
  }),
});
