import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** The event of the membership, with facts that only the event has. The kind of the email ends with `what`. */
const membershipNotice = z.discriminatedUnion('what', [
  z.object({ what: z.literal('started'), invoiceId: z.string() }),
  z.object({ what: z.literal('renewed'), invoiceId: z.string() }),
  z.object({ what: z.literal('payment-failed'), invoiceId: z.string(), attempt: z.number().int() }),
  z.object({ what: z.literal('cancelling'), endsAt: z.iso.datetime() }),
  z.object({ what: z.literal('resumed') }),
  /** The next period is not charged and has no passes. */
  z.object({ what: z.literal('pause'), from: z.iso.datetime(), until: z.iso.datetime() }),
  z.object({ what: z.literal('pause-withdrawn') }),
  z.object({ what: z.literal('ended'), reason: z.enum(['cancelled', 'unpaid']) }),
  /** Another price from the first renewal on or after a London day; the present one withdraws an earlier announcement. */
  z.object({ what: z.literal('price-change'), pricePence: z.number().int(), effectiveFrom: z.string() }),
  z.object({ what: z.literal('plan-change'), planId: z.number().int() }),
  z.object({ what: z.literal('plan-kept') }),
  z.object({ what: z.literal('upgraded'), invoiceId: z.string(), passes: z.number().int() }),
  /** A second membership was cancelled and refunded. */
  z.object({ what: z.literal('refused'), amountPence: z.number().int() }),
]);
export type MembershipNotice = z.infer<typeof membershipNotice>;

/** Emails a member about an event of the membership. */
export const sendMembershipNotice = defineJob({
  name: 'send-membership-notice',
  lane: 'later',
  payload: z.object({
    /** The event and its revision in the membership's stream. */
    eventId: z.string(),
    revision: z.number().int(),
    membershipId: z.number().int(),
    memberId: z.string(),
    subscriptionId: z.string(),
    notice: membershipNotice,
  }),
});
