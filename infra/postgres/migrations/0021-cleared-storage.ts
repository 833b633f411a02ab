import type { Migration } from '../migrate.ts';

/** When the disk was cleared of what a destroyed key and its person's rows left there. */
export const clearedStorage: Migration = {
  id: '0021-cleared-storage',
  sql: `
    ALTER TABLE member_keys
      ADD COLUMN storage_cleared_at timestamptz,
      ADD COLUMN storage_scope text CHECK (storage_scope IN ('tables_and_log', 'tables', 'nothing'));
    CREATE INDEX member_keys_to_clear ON member_keys (member_id)
      WHERE destroyed_at IS NOT NULL AND storage_cleared_at IS NULL;

    -- The planner's statistics hold samples of values: of wrapped keys too. Naming the type again removes those that exist.
    ALTER TABLE member_keys ALTER COLUMN wrapped_key TYPE bytea;
    ALTER TABLE member_keys ALTER COLUMN wrapped_key SET STATISTICS 0;
    ALTER TABLE email_changes ALTER COLUMN sealed TYPE text;
    ALTER TABLE email_changes ALTER COLUMN sealed SET STATISTICS 0;
  `,
};
