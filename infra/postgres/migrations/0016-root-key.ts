import type { Migration } from '../migrate.ts';

/** The key that all others are derived from, wrapped by `MASTER_KEY`: one row, which is replaced when that key is another. */
export const rootKey: Migration = {
  id: '0016-root-key',
  sql: `
    CREATE TABLE root_key (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      wrapped_key bytea NOT NULL,
      wrapped_at timestamptz NOT NULL DEFAULT now()
    );
  `,
};
