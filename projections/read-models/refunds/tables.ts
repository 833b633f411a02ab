import { defineTable } from '#projections/definition/table.ts';

/** The refunds that staff requested, and the purchases that members cancel. `payments` and `membership_payments` have the money. */
export const refundRequests = defineTable({
  name: 'refund_requests',
  columns: {
    payment_intent_id: 'text',
    request_key: 'text',
    member_id: 'text',
    mode: 'text',
    amount_pence: 'integer',
    /** Why, in the words of staff; null once the member is erased. */
    reason: 'text null',
    /** 'requested', 'made' or 'refused' */
    state: 'text',
    requested_at: 'timestamptz',
  },
  key: ['payment_intent_id', 'request_key'],
  indexes: ["(requested_at) WHERE state = 'requested'", '(member_id)'],
});
