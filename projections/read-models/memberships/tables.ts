import { defineTable } from '#projections/definition/table.ts';

/**
 * One membership for each member who ever had one; a returning member reuses the row.
 */
export const memberships = defineTable({
  name: 'memberships',
  columns: {
    id: 'integer',
    user_id: 'text',
    stripe_subscription_id: 'text',
    /** 'active', 'paused' (the period is neither charged nor has passes), 'past_due' (a renewal is not paid) or 'ended'. */
    status: 'text',
    monthly_passes: 'integer',
    /** The available passes of the period's lot. */
    remaining_passes: 'integer',
    plan_id: 'integer',
    plan_version: 'integer',
    plan_name: 'text',
    /** The price of a period, as the plan was sold. */
    price_pence: 'integer',
    /** A `PlanInterval`. */
    interval: 'text',
    /** The plan has priority booking. */
    has_priority: 'boolean',
    /** Another price of this plan's version, from the first renewal on or after a London day; over once the row has it. */
    announced_plan_id: 'integer null',
    announced_price_pence: 'integer null',
    announced_from: 'text null',
    /** Another plan from the next period; over once the row has it. */
    next_plan_id: 'integer null',
    next_plan_version: 'integer null',
    next_plan_name: 'text null',
    next_price_pence: 'integer null',
    next_passes: 'integer null',
    next_interval: 'text null',
    start_date: 'timestamptz',
    /** The last paid period. */
    current_period_start: 'timestamptz',
    current_period_end: 'timestamptz',
    /** A period that is not charged: the next one, or while it is paused the one that runs. */
    pause_from: 'timestamptz null',
    pause_until: 'timestamptz null',
    cancel_at_period_end: 'boolean',
    /** When a cancelled membership ends. */
    ends_at: 'timestamptz null',
    /** The end of a month that is not paid and not asked for any more: the next charge, unless it is cancelled. */
    unpaid_until: 'timestamptz null',
    ended_at: 'timestamptz null',
    /** The lot of the period, and its expiry when it was granted. */
    lot_id: 'text',
    /** The lot of the last upgrade within the period. */
    upgrade_lot_id: 'text null',
    expires_at: 'timestamptz',
    /** While past due: the invoice, the number of refused card attempts, and the next attempt. */
    open_invoice_id: 'text null',
    attempt: 'integer',
    next_attempt_at: 'timestamptz null',
    /** When the member is reminded of the next charge, if there is one. */
    remind_at: 'timestamptz',
    /** The revision of the last projected event of the membership's stream. */
    revision: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  counters: ['remaining_passes'],
  defaults: { status: 'active', monthly_passes: 12, remaining_passes: 12, cancel_at_period_end: false },
  indexes: ['(user_id)', '(lot_id)', '(upgrade_lot_id)', `(current_period_end) WHERE status <> 'ended'`],
});

/** Every paid invoice: the amount, the time and the month. */
export const membershipPayments = defineTable({
  name: 'membership_payments',
  columns: {
    invoice_id: 'text',
    membership_id: 'integer',
    member_id: 'text',
    amount_pence: 'integer',
    plan_name: 'text',
    paid_at: 'timestamptz',
    /** Null for a second membership, which never started. */
    period_start: 'timestamptz null',
    period_end: 'timestamptz null',
    /** Null when nothing was charged, and for a second membership. */
    payment_intent_id: 'text null',
    /** Refunded immediately, because the member already had a membership. */
    refunded: 'boolean',
  },
  key: ['invoice_id'],
  indexes: ['(paid_at)', '(member_id)'],
});
