import { defineTable } from '#projections/definition/table.ts';

/** Personal columns are null once the member is erased. */
export const users = defineTable({
  name: 'users',
  columns: {
    id: 'text',
    email: 'text null',
    /** When the member first showed that they read mail to their address. */
    email_verified_at: 'timestamptz null',
    /** Why mail to the address does not arrive, as the mail provider reports; null when nothing is known against it. */
    address_fault: 'text null',
    name: 'text null',
    /** As it was written. */
    phone: 'text null',
    /** Null when no number can be made of it. */
    phone_e164: 'text null',
    /** What the member is found by: the search keys of name, email and phone. */
    search_text: 'text null',
    /** The hash. */
    password: 'text null',
    /** Sessions, links and feeds of an earlier epoch no longer hold. */
    credential_epoch: 'integer',
    date_of_birth: 'text null',
    /** Available passes in all lots, including expired ones until `LotExpired`. */
    passes: 'integer',
    has_used_new_user_discount: 'boolean',
    has_used_sign_up_class: 'boolean',
    // Required by the stored schema; sessions and single-use tokens are stored in other tables.
    reset_token: 'text null',
    reset_token_expires: 'timestamptz null',
    auth_token: 'text null',
    auth_token_expires: 'timestamptz null',
    stripe_customer_id: 'text null',
    /** When the first class was booked with a Sign Up Class, and its lot. */
    special_offer_eligible_since: 'timestamptz null',
    sign_up_lot_id: 'text null',
    /** The latest health answers, encrypted with the member's key. */
    health_sealed: 'text null',
    // Required by the stored schema, and null: the answers are in `health_sealed` only.
    on_medication: 'boolean null',
    medication_details: 'text null',
    has_injuries: 'boolean null',
    injury_details: 'text null',
    is_pregnant_or_postpartum: 'boolean null',
    painful_movements: 'boolean null',
    painful_movement_details: 'text null',
    ok_with_hands_on_corrections: 'boolean null',
    newsletter: 'boolean',
    /** The import that brought the member over; null for one who signed up. */
    import_id: 'text null',
    /** Was brought over, and was neither invited nor ever here: gets no mail. */
    is_silent: 'boolean',
    erased_at: 'timestamptz null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  counters: ['passes', 'credential_epoch'],
  defaults: {
    passes: 0,
    has_used_new_user_discount: false,
    has_used_sign_up_class: false,
    ok_with_hands_on_corrections: true,
    is_silent: false,
  },
  personal: ['email', 'name', 'phone', 'phone_e164', 'search_text', 'password', 'date_of_birth'],
  // Not unique: events enforce that an address is unique, and a constraint could reject an event that did happen.
  indexes: [
    '(lower(email)) WHERE email IS NOT NULL',
    '(sign_up_lot_id) WHERE sign_up_lot_id IS NOT NULL',
    '(import_id) WHERE import_id IS NOT NULL',
  ],
});
