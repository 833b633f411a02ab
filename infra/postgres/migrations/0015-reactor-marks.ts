import type { Migration } from '../migrate.ts';

/** Where the reactors stood at the beginning of each hour in which they had something to do, to go back to when jobs were lost. */
export const reactorMarks: Migration = {
  id: '0015-reactor-marks',
  sql: `
    CREATE TABLE reactor_marks (
      hour timestamptz PRIMARY KEY,
      -- Null is before the log's start.
      position bigint
    );
  `,
};
