import { defineTable } from '#projections/definition/table.ts';

/** Every dispute as Stripe reported it last. */
export const disputes = defineTable({
  name: 'disputes',
  columns: {
    dispute_id: 'text',
    payment_intent_id: 'text',
    member_id: 'text',
    amount_pence: 'integer',
    /** Stripe's codes. */
    reason: 'text',
    status: 'text',
    /** Until when it can be answered; null when the bank takes no answer. */
    due_at: 'timestamptz null',
    changed_at: 'timestamptz',
  },
  key: ['dispute_id'],
  indexes: ['(payment_intent_id)', '(member_id)', '(due_at)'],
});

/** The evidence that was sent from here. */
export const disputeAnswers = defineTable({
  name: 'dispute_answers',
  columns: {
    dispute_id: 'text',
    member_id: 'text',
    sha256: 'text',
    /** A staff id, or the role of a shared password. */
    answered_by: 'text',
    answered_at: 'timestamptz',
  },
  key: ['dispute_id'],
  indexes: ['(member_id)'],
});

/** Lots that lost passes to a dispute. For memberships they are the only record of disputes older than `DisputeReported`. */
export const disputedLots = defineTable({
  name: 'disputed_lots',
  columns: { lot_id: 'text', member_id: 'text' },
  key: ['lot_id'],
  indexes: ['(member_id)'],
});
