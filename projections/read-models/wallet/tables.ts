import { defineTable } from '../../core/table.ts';

/** `granted` is always the sum of the six counters. */
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
    expires_at: 'timestamptz',
    granted_at: 'timestamptz',
  },
  key: ['lot_id'],
  counters: ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'],
  indexes: ['(member_id)', '(expires_at) WHERE available > 0'],
});

/** Everything that ever happened to a member's passes, in order. */
export const walletLedger = defineTable({
  name: 'wallet_ledger',
  columns: {
    position: 'bigint',
    at: 'timestamptz',
    member_id: 'text',
    type: 'text',
    lot_id: 'text',
    booking_id: 'integer null',
    class_id: 'integer null',
    /** How many passes moved, and from which of a lot's counts to which; null outside the wallet. */
    passes: 'integer',
    moved_from: 'text null',
    moved_to: 'text null',
  },
  key: ['position'],
  indexes: ['(member_id, position)'],
});
