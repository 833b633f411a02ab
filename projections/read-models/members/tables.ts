import { defineTable } from '#projections/definition/table.ts';

/**
 * Personal columns are null once the member is forgotten. When a member became eligible for the special offer is not a
 * column: `userById` finds it from the bookings, since it hangs on the lot that a booking used.
 */
export const users = defineTable({
  name: 'users',
  columns: {
    id: 'text',
    email: 'text null',
    name: 'text null',
    phone: 'text null',
    /** The hash. */
    password: 'text null',
    date_of_birth: 'text null',
    /** Passes that are available in all lots, not yet lapsed by an event. */
    passes: 'integer',
    has_used_new_user_discount: 'boolean',
    has_used_sign_up_class: 'boolean',
    // Of the stored schema; sessions and single-use tokens live outside the read models.
    reset_token: 'text null',
    reset_token_expires: 'timestamptz null',
    auth_token: 'text null',
    auth_token_expires: 'timestamptz null',
    stripe_customer_id: 'text null',
    on_medication: 'boolean null',
    medication_details: 'text null',
    has_injuries: 'boolean null',
    injury_details: 'text null',
    is_pregnant_or_postpartum: 'boolean null',
    painful_movements: 'boolean null',
    painful_movement_details: 'text null',
    ok_with_hands_on_corrections: 'boolean null',
    newsletter: 'boolean',
    erased_at: 'timestamptz null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  counters: ['passes'],
  // Not unique: the claim on an address is an event, and a table must be able to show whatever happened.
  indexes: ['(lower(email)) WHERE email IS NOT NULL'],
});
