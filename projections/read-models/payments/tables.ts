import { defineTable } from '#projections/definition/table.ts';

/** Every started payment. `wallet_lots` has the passes taken back from its lot. */
export const payments = defineTable({
  name: 'payments',
  columns: {
    payment_intent_id: 'text',
    member_id: 'text',
    /** A snapshot of the pass at the start of the payment. */
    pass_id: 'integer',
    pass_name: 'text',
    passes: 'integer',
    price_pence: 'integer',
    /**
     * 'started', 'failed' (another card may still succeed), 'abandoned', 'paid' (the lot is not yet granted) or 'granted'.
     */
    state: 'text',
    /** The class that it is bought for; null without one. */
    class_id: 'integer null',
    /** 'open', 'booked' or 'not_booked'; null without a class. */
    booking_state: 'text null',
    refunded_pence: 'integer',
    /** The amount held or taken by disputes. */
    disputed_pence: 'integer',
    /** Null until granted. */
    lot_id: 'text null',
    started_at: 'timestamptz',
    /** When the state changed. */
    changed_at: 'timestamptz',
    /** When money last moved after the sale. */
    money_back_at: 'timestamptz null',
  },
  key: ['payment_intent_id'],
  counters: ['refunded_pence', 'disputed_pence'],
  // All payments are stored, but few are open or refunded.
  indexes: [
    `(changed_at) WHERE state IN ('started', 'failed', 'paid') OR booking_state = 'open'`,
    '(money_back_at) WHERE money_back_at IS NOT NULL',
    '(member_id)',
  ],
});
