import { defineTable } from '#projections/definition/table.ts';

/** Why money came or went. */
export type MoneyKind =
  | 'pass_sale'
  | 'pass_refund'
  | 'pass_refund_failed'
  | 'pass_dispute'
  | 'pass_dispute_won'
  | 'membership_sale'
  | 'membership_return';

/** Every movement of money, one row for each event that tells of one; nothing is ever changed here. */
export const moneyEntries = defineTable({
  name: 'money_entries',
  columns: {
    /** The event's stream and revision, and which of its movements. */
    id: 'text',
    /** A `MoneyKind`. */
    kind: 'text',
    /** Pence; negative when money went back. */
    amount_pence: 'integer',
    at: 'timestamptz',
    /** The London day, and its month `yyyy-MM`. */
    day: 'text',
    month: 'text',
    member_id: 'text',
    payment_intent_id: 'text null',
    invoice_id: 'text null',
    position: 'bigint',
    stream: 'text',
    revision: 'bigint',
  },
  key: ['id'],
  indexes: ['(month)', '(day)', '(member_id)', '(payment_intent_id)', '(invoice_id)'],
});
