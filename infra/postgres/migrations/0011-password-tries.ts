import type { Migration } from '../migrate.ts';

/** Tries at passwords of members and staff in one table, by the machine's clock; counts of requests an address makes. */
export const passwordTries: Migration = {
  id: '0011-password-tries',
  sql: `
    CREATE TABLE password_tries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      -- member; a role of the staff: by its shared password; account: one of the staff's own.
      door text NOT NULL,
      -- Keyed hashes of where it came from, and of the email that was typed, whether anyone has it or not.
      client_hash text,
      account_hash text,
      -- Set once the password was right.
      succeeded boolean NOT NULL DEFAULT false,
      staff_id text
    );
    CREATE INDEX password_tries_at ON password_tries (at);
    CREATE INDEX password_tries_client ON password_tries (client_hash, at) WHERE NOT succeeded;
    CREATE INDEX password_tries_account ON password_tries (account_hash, at) WHERE NOT succeeded;
    INSERT INTO password_tries (at, door, client_hash, account_hash, succeeded, staff_id)
      SELECT at, door, client_hash, account_hash, succeeded, staff_id FROM staff_attempts ORDER BY id;
    -- Processes of the release before may still run beside this one, so their tables go with a later one.
    DELETE FROM staff_attempts;
    DELETE FROM sign_in_attempts;

    -- Not worth a write to the disk: after a crash every address begins anew.
    CREATE UNLOGGED TABLE request_counts (
      -- The route and a keyed hash of the address.
      key text PRIMARY KEY,
      count int NOT NULL,
      ends_at timestamptz NOT NULL
    );
    CREATE INDEX request_counts_ends ON request_counts (ends_at);
  `,
};
