import type { Migration } from '../migrate.ts';

/** Who asked for a new password, and the links that were sent. Single use and one hour: nothing here is worth an event. */
export const passwordResets: Migration = {
  id: '0005-password-resets',
  sql: `
    CREATE TABLE password_reset_requests (
      id uuid PRIMARY KEY,
      -- A keyed hash of the address that was typed, whether anyone has it or not.
      email_hash text NOT NULL,
      requested_at timestamptz NOT NULL,
      handled_at timestamptz
    );
    CREATE INDEX password_reset_requests_waiting ON password_reset_requests (requested_at) WHERE handled_at IS NULL;
    CREATE INDEX password_reset_requests_of ON password_reset_requests (email_hash, requested_at);

    CREATE TABLE password_resets (
      token_hash text PRIMARY KEY,
      request_id uuid NOT NULL REFERENCES password_reset_requests ON DELETE CASCADE,
      member_id text NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX password_resets_request ON password_resets (request_id);
    CREATE INDEX password_resets_member ON password_resets (member_id);
  `,
};
