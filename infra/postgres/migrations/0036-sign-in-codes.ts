import type { Migration } from '../migrate.ts';

/** Who asked for a code to sign in with. Code and link are derived from the id and the root key, so nothing here opens anything. */
export const signInCodes: Migration = {
  id: '0036-sign-in-codes',
  sql: `
    CREATE TABLE sign_in_codes (
      id uuid PRIMARY KEY,
      -- A keyed hash of the address that was typed, whether anyone has it or not.
      email_hash text NOT NULL,
      requested_at timestamptz NOT NULL,
      handled_at timestamptz,
      -- Of the member with the address, once the code is issued.
      member_id text,
      epoch int,
      expires_at timestamptz,
      tries int NOT NULL DEFAULT 0,
      used_at timestamptz
    );
    CREATE INDEX sign_in_codes_waiting ON sign_in_codes (requested_at) WHERE handled_at IS NULL;
    CREATE INDEX sign_in_codes_of ON sign_in_codes (email_hash, requested_at);
    CREATE INDEX sign_in_codes_member ON sign_in_codes (member_id);
  `,
};
