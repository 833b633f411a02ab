import type { Migration } from '../migrate.ts';

/** The session that last used a browser's push subscription. When it is ended, the subscription ends with it. */
export const pushSessions: Migration = {
  id: '0039-push-sessions',
  sql: `
    ALTER TABLE push_subscriptions ADD COLUMN sid text;
    CREATE INDEX push_subscriptions_of_session ON push_subscriptions (sid);
  `,
};
