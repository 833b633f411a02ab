import type { Migration } from '../migrate.ts';

/** What an erasure leaves to be proved by, and what tells that a member has not been there for years. */
export const erasureAndRetention: Migration = {
  id: '0012-erasure-and-retention',
  sql: `
    -- SHA-256 of the wrapped key that was destroyed, hex; null of keys destroyed before this was kept.
    ALTER TABLE member_keys ADD COLUMN key_fingerprint text;
    ALTER TABLE member_keys ADD CHECK (key_fingerprint IS NULL OR wrapped_key IS NULL);

    -- Whom an email went to; null of what was sent before this was kept, and of who was erased since.
    ALTER TABLE performed_effects ADD COLUMN member_id text;
    CREATE INDEX performed_effects_member ON performed_effects (member_id) WHERE member_id IS NOT NULL;

    -- When members came in last, by the studio clock.
    CREATE TABLE member_activity (
      member_id text PRIMARY KEY,
      signed_in_at timestamptz NOT NULL
    );

    -- Members told that their account will be erased unless they come back.
    CREATE TABLE retention_notices (
      member_id text PRIMARY KEY,
      -- What it was told of: coming back makes it worth nothing.
      active_at timestamptz NOT NULL,
      told_at timestamptz NOT NULL
    );
  `,
};
