import type { Migration } from '../migrate.ts';

/** Browsers that receive push messages. Endpoint and keys are sealed with the member's key; the endpoint is found by its keyed hash. */
export const pushSubscriptions: Migration = {
  id: '0035-push-subscriptions',
  sql: `
    CREATE TABLE push_subscriptions (
      endpoint_hash  text PRIMARY KEY,
      member_id      text NOT NULL,
      sealed         text NOT NULL,
      made_at        timestamptz NOT NULL
    );
    CREATE INDEX push_subscriptions_of_member ON push_subscriptions (member_id);
  `,
};
