import type { Migration } from '../migrate.ts';

/** Addresses that members want in place of theirs, until a link sent there is opened. Single use and one hour. */
export const emailChanges: Migration = {
  id: '0009-email-changes',
  sql: `
    CREATE TABLE email_changes (
      id uuid PRIMARY KEY,
      member_id text NOT NULL,
      -- The address until then and the new one, with the member's key.
      sealed text NOT NULL,
      -- A keyed hash of the new address.
      email_hash text NOT NULL,
      requested_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      -- Of the link's secret; null until it was sent.
      token_hash text UNIQUE,
      handled_at timestamptz,
      confirmed_at timestamptz,
      -- What follows of the confirmation is done as well.
      finished_at timestamptz,
      -- A later request took its place.
      replaced_at timestamptz
    );
    CREATE INDEX email_changes_member ON email_changes (member_id, requested_at);
    CREATE INDEX email_changes_open ON email_changes (requested_at) WHERE handled_at IS NULL OR finished_at IS NULL;
  `,
};
