import { defineTable } from '#projections/definition/table.ts';

/** Staff accounts. Removed ones stay without a password, because histories show their names. */
export const staffAccounts = defineTable({
  name: 'staff_accounts',
  columns: {
    id: 'text',
    /** Null only if the key was destroyed. */
    email: 'text null',
    /** Null until the person has joined. */
    name: 'text null',
    /** The hash. */
    password: 'text null',
    /** Sessions and invitations of an earlier epoch no longer hold. */
    credential_epoch: 'integer',
    /** When the second factor was added; null for an account without one. */
    second_factor_since: 'timestamptz null',
    role: 'text',
    status: 'text',
    invited_at: 'timestamptz',
    /** The inviting staff member; null for a shared password. */
    invited_by: 'text null',
    /** The account whose credential epoch the invitation depends on; null for a shared password. */
    inviter_id: 'text null',
    inviter_epoch: 'integer null',
    joined_at: 'timestamptz null',
    removed_at: 'timestamptz null',
    removed_by: 'text null',
  },
  key: ['id'],
  counters: ['credential_epoch'],
  indexes: ['(lower(email)) WHERE email IS NOT NULL'],
});
