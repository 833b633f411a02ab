import type { Migration } from '../migrate.ts';

/** Members' private calendar links, each known only by the hash of its token. */
export const calendarFeeds: Migration = {
  id: '0006-calendar-feeds',
  sql: `
    CREATE TABLE calendar_feeds (
      member_id text PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      made_at timestamptz NOT NULL
    );
  `,
};
