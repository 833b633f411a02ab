import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Emails a member about a refund, its failure or a won dispute, with the state of the passes. */
export const sendRefundNotice = defineJob({
  name: 'send-refund-notice',
  lane: 'later',
  payload: z.object({
    /** The event that the email is about. */
    eventId: z.string(),
    at: z.iso.datetime(),
    memberId: z.string(),
    paymentIntentId: z.string(),
    /** 'refused': refunded because the member had used the offer before; 'membership_refunded': here, and only of a membership. */
    what: z.enum(['refunded', 'membership_refunded', 'refused', 'refund_failed', 'dispute_won']),
    amountPence: z.number().int(),
  }),
});
