import { defineTable } from '#projections/definition/table.ts';

/** The closed months. */
export const monthClosings = defineTable({
  name: 'month_closings',
  columns: {
    /** `yyyy-MM` */
    month: 'text',
    /** The report at the closing, JSON. */
    figures: 'text',
    /** Money recorded after this position counts in a later month. */
    through_position: 'bigint',
    closed_at: 'timestamptz',
    /** The staff member's id; null for the shared password. */
    closed_by: 'text null',
    position: 'bigint',
  },
  key: ['month'],
});
