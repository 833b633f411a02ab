import type { Migration } from '../migrate.ts';

/**
 * Browsers in which a person has signed in. Their tries are counted apart, so that a stranger's wrong passwords do not delay them.
 * Wrong passwords delay the network that they come from and, less, the account.
 */
export const knownDevices: Migration = {
  id: '0022-known-devices',
  sql: `
    CREATE TABLE known_devices (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- The SHA-256 of the cookie, which is replaced at each sign-in.
      token_hash text NOT NULL,
      -- A member, a staff account, or a role of the staff for its shared password.
      owner_id text NOT NULL,
      -- The credential epoch of the owner, or the mark of the shared password: the device is known only in this one.
      epoch text NOT NULL,
      signed_in_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      UNIQUE (token_hash, owner_id)
    );
    CREATE INDEX known_devices_owner ON known_devices (owner_id, signed_in_at);
    CREATE INDEX known_devices_expires ON known_devices (expires_at);

    -- The known device of a try; null for any other browser.
    ALTER TABLE password_tries ADD COLUMN device_id bigint;
    -- False once the same person signed in from the same place.
    ALTER TABLE password_tries ADD COLUMN counts boolean NOT NULL DEFAULT true;
    CREATE INDEX password_tries_counted ON password_tries (door, account_hash, at) WHERE counts AND NOT succeeded;
    DROP INDEX password_tries_client;
    DROP INDEX password_tries_account;
  `,
};
