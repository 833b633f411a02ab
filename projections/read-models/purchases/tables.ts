import { defineTable } from '#projections/definition/table.ts';

/** One row for each purchase, with a snapshot of the pass. */
export const passPurchases = defineTable({
  name: 'pass_purchases',
  columns: {
    /** The lot's id. */
    id: 'text',
    user_id: 'text',
    pass_id: 'integer null',
    pass_name: 'text',
    pass_classes: 'integer',
    /** Pence. */
    pass_price: 'integer',
    stripe_payment_intent_id: 'text null',
    purchase_date: 'timestamptz',
    expires_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['(user_id)', '(purchase_date)'],
});
