import { defineTable } from '#projections/definition/table.ts';

export const settings = defineTable({
  name: 'settings',
  columns: {
    /** The position of the event that created it. */
    id: 'bigint',
    key: 'text',
    value: 'text',
    description: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['key'],
});
