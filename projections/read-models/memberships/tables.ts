import { defineTable } from '#projections/definition/table.ts';

/**
 * The one membership of each member who ever had one; who comes back after its end starts it again in the same row.
 * `remainingPasses` of the stored schema is no column: it is what is left of the period's lot, in `wallet_lots`.
 */
export const memberships = defineTable({
  name: 'memberships',
  columns: {
    id: 'integer',
    user_id: 'text',
    stripe_subscription_id: 'text',
    /** 'active', 'past_due' (a renewal is not paid) or 'ended'. */
    status: 'text',
    monthly_passes: 'integer',
    /** What the last period cost. */
    price_pence: 'integer',
    start_date: 'timestamptz',
    /** Of the period that was paid for last. */
    current_period_start: 'timestamptz',
    current_period_end: 'timestamptz',
    cancel_at_period_end: 'boolean',
    ended_at: 'timestamptz null',
    /** The lot of the period, and the last instant of it as it was granted. */
    lot_id: 'text',
    expires_at: 'timestamptz',
    /** While past due: the invoice, how often its card was refused, and when it is tried again. */
    open_invoice_id: 'text null',
    attempt: 'integer',
    next_attempt_at: 'timestamptz null',
    /** When the member is told of the next charge, should there be one. */
    remind_at: 'timestamptz',
    /** Of the last event of the membership's stream that the row shows. */
    revision: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['(user_id)', `(current_period_end) WHERE status <> 'ended'`],
});

/** Every invoice that was paid: what was received, when, and for which month. */
export const membershipPayments = defineTable({
  name: 'membership_payments',
  columns: {
    invoice_id: 'text',
    membership_id: 'integer',
    member_id: 'text',
    amount_pence: 'integer',
    paid_at: 'timestamptz',
    /** null for a second membership, which never began. */
    period_start: 'timestamptz null',
    period_end: 'timestamptz null',
    /** null when nothing was charged, and for a second membership. */
    payment_intent_id: 'text null',
    /** Sent back at once, since the member had a membership already. */
    refunded: 'boolean',
  },
  key: ['invoice_id'],
  indexes: ['(paid_at)', '(member_id)'],
});
