import { defineTable } from '#projections/definition/table.ts';

export const settings = defineTable({
  name: 'settings',
  columns: {
    /** The position of the event that created it; negative for a rule. */
    id: 'bigint',
    key: 'text',
    value: 'text',
    description: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['key'],
});
