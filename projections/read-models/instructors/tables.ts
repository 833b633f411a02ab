import { defineTable } from '#projections/definition/table.ts';

export const instructors = defineTable({
  name: 'instructors',
  columns: {
    id: 'integer',
    name: 'text',
    prenatal_suitable: 'boolean',
    /** A removed instructor's row stays, for the classes they taught. */
    is_removed: 'boolean',
    /** The revision of the latest change, which calendars show when it is of the name; null before the first. */
    changed_revision: 'bigint null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  key: ['id'],
  defaults: { prenatal_suitable: false },
});
