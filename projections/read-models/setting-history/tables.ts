import { defineTable } from '#projections/definition/table.ts';

/** The values of each setting and rule over time. */
export const settingVersions = defineTable({
  name: 'setting_versions',
  columns: {
    key: 'text',
    /** The position of the event that set it. */
    position: 'bigint',
    value: 'text',
    at: 'timestamptz',
  },
  key: ['key', 'position'],
});
