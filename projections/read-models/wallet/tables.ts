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
    /** The price of the whole lot. */
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
    /** Passes demanded by refunds and disputes, and passes already revoked for them; the rest is in use. */
    demanded: 'integer',
    recalled: 'integer',
    expires_at: 'timestamptz',
    /** When the member is reminded of the expiry; null for a short or closed lot. */
    remind_at: 'timestamptz null',
    granted_at: 'timestamptz',
    /** Of a lot that was brought over: the import, the system, and how many classes it had when it was bought and when. */
    import_id: 'text null',
    import_source: 'text null',
    import_classes: 'integer null',
    import_begins: 'text null',
  },
  key: ['lot_id'],
  counters: ['available', 'held', 'used', 'forfeited', 'expired', 'revoked', 'recalled'],
  indexes: ['(member_id)', '(expires_at) WHERE available > 0', '(import_id) WHERE import_id IS NOT NULL'],
});
