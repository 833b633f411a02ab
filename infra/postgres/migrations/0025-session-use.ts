import type { Migration } from '../migrate.ts';

/**
 * When each session was opened and last used and, of staff, from where. Staff sessions from before this end once: they lasted longer, and
 * those of a shared password have no mark of that password.
 */
export const sessionUse: Migration = {
  id: '0025-session-use',
  sql: `
    ALTER TABLE sessions
      ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now(),
      -- Recorded for staff, at most once a minute. Not indexed, so that recording it touches no index.
      ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
      -- Whether it was once unused for so long that it no longer opens histories and health details.
      ADD COLUMN was_idle boolean NOT NULL DEFAULT false,
      -- Of staff: a keyed hash of the network, and a short description of the browser.
      ADD COLUMN network_hash text,
      ADD COLUMN browser text;
    DELETE FROM sessions WHERE sess ->> 'kind' = 'staff';
    CREATE INDEX sessions_of_staff ON sessions (expire) WHERE sess ->> 'kind' = 'staff';
  `,
};
