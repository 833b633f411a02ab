import type { Migration } from '../migrate.ts';

/** Members' sign-ins that failed of late, by a keyed hash of the email that was typed. */
export const signInAttempts: Migration = {
  id: '0010-sign-in-attempts',
  sql: `
    CREATE TABLE sign_in_attempts (
      account_hash text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX sign_in_attempts_account ON sign_in_attempts (account_hash, at);
    CREATE INDEX sign_in_attempts_at ON sign_in_attempts (at);
  `,
};
