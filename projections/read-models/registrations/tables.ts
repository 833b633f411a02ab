import { defineTable } from '#projections/definition/table.ts';

/** Requests to be notified when memberships open. Personal columns are null once erased. */
export const registrations = defineTable({
  name: 'registrations',
  columns: {
    id: 'integer',
    name: 'text null',
    email: 'text null',
    phone: 'text null',
    message: 'text null',
    created_at: 'timestamptz',
    erased_at: 'timestamptz null',
    /** The erased member with the same address. */
    erased_with: 'text null',
  },
  key: ['id'],
  indexes: ['(created_at)', '(erased_with) WHERE erased_with IS NOT NULL'],
});
