import type { Migration } from '../migrate.ts';

/** Events name positions of the log they were written to; this says where those are after a move to another event store. */
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
