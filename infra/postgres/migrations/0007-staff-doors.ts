import type { Migration } from '../migrate.ts';

/** Sign-in attempts of staff, links of invitations, and the account of each staff session. */
export const staffSignIns: Migration = {
  id: '0007-staff-doors',
  sql: `
    CREATE TABLE staff_attempts (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL,
      -- admin, instructor, auditor: by the role's shared password; account: by one's own.
      door text NOT NULL,
      -- Keyed hashes of where it came from, and of the email that was typed, whether anyone has it or not.
      client_hash text NOT NULL,
      account_hash text,
      -- Set once the password was right.
      succeeded boolean NOT NULL DEFAULT false,
      staff_id text
    );
    CREATE INDEX staff_attempts_at ON staff_attempts (at);
    CREATE INDEX staff_attempts_client ON staff_attempts (client_hash, at) WHERE NOT succeeded;
    CREATE INDEX staff_attempts_account ON staff_attempts (account_hash, at) WHERE NOT succeeded;

    CREATE TABLE staff_invites (
      token_hash text PRIMARY KEY,
      staff_id text NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX staff_invites_staff ON staff_invites (staff_id);
    CREATE INDEX staff_invites_expires ON staff_invites (expires_at);

    CREATE INDEX sessions_staff ON sessions ((sess ->> 'staffId')) WHERE sess ? 'staffId';
  `,
};
