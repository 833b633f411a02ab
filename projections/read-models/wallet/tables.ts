import { defineTable } from '#projections/definition/table.ts';

/** `granted` is always the sum of the six counts from `available` to `revoked`. */
export const walletLots = defineTable({
  name: 'wallet_lots',
  columns: {
    lot_id: 'text',
    member_id: 'text',
    kind: 'text',
    pass_id: 'integer null',
    pass_name: 'text',
    /** What was paid for the whole lot. */
    price_pence: 'integer',
    payment_intent_id: 'text null',
    offer: 'text null',
    granted: 'integer',
    available: 'integer',
    held: 'integer',
    used: 'integer',
    forfeited: 'integer',
    expired: 'integer',
    revoked: 'integer',
    /** How many passes refunds and disputes ask for in all, and how many of the revoked went to them; the rest is in use. */
    demanded: 'integer',
    recalled: 'integer',
    expires_at: 'timestamptz',
    /** When the member is told that it will lapse; null when it does not last long enough for that, or was closed. */
    remind_at: 'timestamptz null',
    granted_at: 'timestamptz',
  },
  key: ['lot_id'],
  counters: ['available', 'held', 'used', 'forfeited', 'expired', 'revoked', 'recalled'],
  indexes: ['(member_id)', '(expires_at) WHERE available > 0'],
});
