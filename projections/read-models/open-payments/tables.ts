import { defineTable } from '../../core/table.ts';

/** Payments that have not yet become passes. */
export const openPayments = defineTable({
  name: 'open_payments',
  columns: {
    payment_intent_id: 'text',
    member_id: 'text',
    /** 'started', 'failed' (another card may still succeed) or 'paid' (the lot is not yet granted). */
    state: 'text',
    /** What was asked, less what went back: nothing left, nothing owed. */
    outstanding_pence: 'integer',
    started_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  key: ['payment_intent_id'],
  counters: ['outstanding_pence'],
  indexes: ['(changed_at)'],
});
