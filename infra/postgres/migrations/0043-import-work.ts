import type { Migration } from '../migrate.ts';

/**
 * What imports from other systems still have to do. No projection: the lines of the files are personal data, and are here only,
 * encrypted, until they are in the ledger.
 */
export const importWork: Migration = {
  id: '0043-import-work',
  sql: `
    CREATE TABLE import_work (
      import_id text NOT NULL,
      task text NOT NULL CHECK (task IN ('bring', 'invite', 'undo')),
      -- Names the key in member_keys that seals the lines; destroyed with the row.
      key_id text,
      sealed text,
      people integer NOT NULL DEFAULT 0,
      done integer NOT NULL DEFAULT 0,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (import_id, task)
    );
  `,
};
