import { defineTable } from '#projections/definition/table.ts';

/** The values of each setting over time. */
export const settingVersions = defineTable({
  name: 'setting_versions',
  columns: {
    key: 'text',
    /** The revision of the setting's stream. */
    revision: 'bigint',
    value: 'text',
    at: 'timestamptz',
  },
  key: ['key', 'revision'],
});
