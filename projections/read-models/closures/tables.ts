import { defineTable } from '#projections/definition/table.ts';

/** The days on which the studio is closed. */
export const closures = defineTable({
  name: 'closures',
  columns: {
    id: 'integer',
    /** London days, both closed. */
    from_day: 'text',
    to_day: 'text',
    reason: 'text',
    set_at: 'timestamptz',
    /** Null while it is in force. */
    lifted_at: 'timestamptz null',
  },
  key: ['id'],
});
