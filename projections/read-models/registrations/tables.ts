import { defineTable } from '#projections/definition/table.ts';

/** Requests to be notified when memberships open. Personal columns are null once erased. */
export const registrations = defineTable({
  name: 'registrations',
  columns: {
    id: 'integer',
    name: 'text null',
    email: 'text null',
    phone: 'text null',
    /** Required by the stored schema; null, because the registrant's own words are in `sealed`. */
    message: 'text null',
    /** The whole registration, encrypted with the registrant's key. */
    sealed: 'text null',
    created_at: 'timestamptz',
    erased_at: 'timestamptz null',
    /** The erased member with the same address. */
    erased_with: 'text null',
  },
  key: ['id'],
  personal: ['name', 'email', 'phone'],
  indexes: ['(created_at)', '(erased_with) WHERE erased_with IS NOT NULL'],
});
