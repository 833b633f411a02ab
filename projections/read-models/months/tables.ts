import { defineTable } from '#projections/definition/table.ts';

/** The months whose books are shut. */
export const monthClosings = defineTable({
  name: 'month_closings',
  columns: {
    /** `yyyy-MM` */
    month: 'text',
    /** The report as it stood, JSON. */
    figures: 'text',
    /** Money written to the log after this position belongs to a later month. */
    through_position: 'bigint',
    closed_at: 'timestamptz',
    /** Of the person who closed it; null when they came in by the shared password. */
    closed_by: 'text null',
    position: 'bigint',
  },
  key: ['month'],
});
