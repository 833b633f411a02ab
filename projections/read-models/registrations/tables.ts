import { defineTable } from '../../core/table.ts';

/** Who asked to be told when memberships open. Personal columns are null once forgotten. */
export const registrations = defineTable({
  name: 'registrations',
  columns: {
    id: 'integer',
    name: 'text null',
    email: 'text null',
    phone: 'text null',
    message: 'text null',
    created_at: 'timestamptz',
  },
  key: ['id'],
  indexes: ['(created_at)'],
});
