import { defineTable } from '#projections/definition/table.ts';

/** Every payment that was ever started. What was taken back of its lot is with the lot, in `wallet_lots`. */
export const payments = defineTable({
  name: 'payments',
  columns: {
    payment_intent_id: 'text',
    member_id: 'text',
    /** What is bought, as it stood when the payment was started. */
    pass_id: 'integer',
    pass_name: 'text',
    passes: 'integer',
    price_pence: 'integer',
    /**
     * 'started', 'failed' (another card may still succeed), 'abandoned', 'paid' (the lot is not yet granted) or 'granted'.
     */
    state: 'text',
    refunded_pence: 'integer',
    /** What disputes hold or have taken. */
    disputed_pence: 'integer',
    /** null until it is granted. */
    lot_id: 'text null',
    started_at: 'timestamptz',
    /** Of the state. */
    changed_at: 'timestamptz',
    /** When money last moved after the sale. */
    money_back_at: 'timestamptz null',
  },
  key: ['payment_intent_id'],
  counters: ['refunded_pence', 'disputed_pence'],
  // Payments are kept for ever, while few are open and few were paid back.
  indexes: [
    `(changed_at) WHERE state IN ('started', 'failed', 'paid')`,
    '(money_back_at) WHERE money_back_at IS NOT NULL',
    '(member_id)',
  ],
});
