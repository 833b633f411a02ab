import { defineTable } from '#projections/definition/table.ts';

/** Every plan of membership, also a retired one. */
export const membershipPlans = defineTable({
  name: 'membership_plans',
  columns: {
    id: 'integer',
    name: 'text',
    price_pence: 'integer',
    passes: 'integer',
    /** A `PlanInterval`. */
    interval: 'text',
    priority: 'boolean',
    description: 'text',
    on_sale: 'boolean',
    place: 'integer',
    /** The latest price for those who have it already, from a London day. */
    proposed_price_pence: 'integer null',
    proposed_from: 'text null',
    proposed_at: 'timestamptz null',
    retired_at: 'timestamptz null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
});
