import { defineTable } from '#projections/definition/table.ts';

/** Accounts of the staff. Those that were removed stay, without a password: histories name who did what. */
export const staffAccounts = defineTable({
  name: 'staff_accounts',
  columns: {
    id: 'text',
    /** Null only should the key ever be destroyed. */
    email: 'text null',
    /** Null until the person has joined. */
    name: 'text null',
    /** The hash. */
    password: 'text null',
    role: 'text',
    status: 'text',
    invited_at: 'timestamptz',
    /** Who invited: null for who came in by a shared password. */
    invited_by: 'text null',
    joined_at: 'timestamptz null',
    removed_at: 'timestamptz null',
    removed_by: 'text null',
  },
  key: ['id'],
  indexes: ['(lower(email)) WHERE email IS NOT NULL'],
});
