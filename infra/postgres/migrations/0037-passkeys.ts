import type { Migration } from '../migrate.ts';

/** Passkeys of members, which end with the credential epoch, and the challenges that were answered, so that none is twice. */
export const passkeys: Migration = {
  id: '0037-passkeys',
  sql: `
    CREATE TABLE passkeys (
      id text PRIMARY KEY,
      member_id text NOT NULL,
      epoch int NOT NULL,
      public_key bytea NOT NULL,
      -- How often it was used, where the authenticator counts.
      counter bigint NOT NULL,
      -- The kind of browser that made it.
      browser text NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_of_member ON passkeys (member_id, epoch);

    CREATE TABLE answered_challenges (
      challenge text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    );
  `,
};
