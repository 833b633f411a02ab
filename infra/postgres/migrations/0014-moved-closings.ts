import type { Migration } from '../migrate.ts';

/** Maps positions that events name in their own log to positions after a move to another event store. */
export const movedClosings: Migration = {
  id: '0014-moved-closings',
  sql: `
    CREATE TABLE moved_closings (
      -- The London month whose books were closed before the move.
      month text PRIMARY KEY,
      through_position bigint NOT NULL
    );
  `,
};
