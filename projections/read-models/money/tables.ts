import { defineTable } from '#projections/definition/table.ts';

/** The reason of a money movement. */
export type MoneyKind =
  | 'pass_sale'
  | 'pass_refund'
  | 'pass_refund_failed'
  | 'pass_dispute'
  | 'pass_dispute_won'
  | 'membership_sale'
  | 'membership_return';

/** Every money movement of each event; rows are only inserted. */
export const moneyEntries = defineTable({
  name: 'money_entries',
  columns: {
    /** The event's stream and revision, and the movement's kind. */
    id: 'text',
    /** A `MoneyKind`. */
    kind: 'text',
    /** Pence; negative for returned money. */
    amount_pence: 'integer',
    at: 'timestamptz',
    /** The London day, and its month `yyyy-MM`. */
    day: 'text',
    month: 'text',
    member_id: 'text',
    payment_intent_id: 'text null',
    invoice_id: 'text null',
    /** The lot that a sale grants; null for returned money, and for a membership that was refused. */
    lot_id: 'text null',
    position: 'bigint',
    stream: 'text',
    revision: 'bigint',
  },
  key: ['id'],
  indexes: ['(month)', '(day)', '(member_id)', '(payment_intent_id)', '(invoice_id)', '(kind, position)'],
});
