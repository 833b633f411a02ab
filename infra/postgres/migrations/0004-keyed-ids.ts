import type { Migration } from '../migrate.ts';

/** Numbers that belong to something for ever: the one membership of a member. */
export const keyedIds: Migration = {
  id: '0004-keyed-ids',
  sql: `
    CREATE TABLE keyed_ids (
      kind text NOT NULL,
      key text NOT NULL,
      id int NOT NULL,
      PRIMARY KEY (kind, key),
      UNIQUE (kind, id)
    );
  `,
};
