import { defineTable } from '#projections/definition/table.ts';

/** What each setting was from when on. */
export const settingVersions = defineTable({
  name: 'setting_versions',
  columns: {
    key: 'text',
    /** Of the setting's stream. */
    revision: 'bigint',
    value: 'text',
    at: 'timestamptz',
  },
  key: ['key', 'revision'],
});
