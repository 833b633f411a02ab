import { z } from 'zod';
import { defineJob } from '#infra/queue/define-job.ts';

/** Tells a member of money that went back, or came again, and what became of the passes. */
export const sendRefundNotice = defineJob({
  name: 'send-refund-notice',
  lane: 'later',
  payload: z.object({
    /** The event that is told of. */
    eventId: z.string(),
    at: z.iso.datetime(),
    memberId: z.string(),
    paymentIntentId: z.string(),
    /** 'refused': paid back since the member had the offer before. */
    what: z.enum(['refunded', 'refused', 'refund_failed', 'dispute_won']),
    amountPence: z.number().int(),
  }),
});
