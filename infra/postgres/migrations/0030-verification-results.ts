import type { Migration } from '../migrate.ts';

/**
 * The signed result of each verification that completed. No projection: a verification reads the log and appends nothing, since
 * its own event would be one that it has not verified.
 */
export const verificationResults: Migration = {
  id: '0030-verification-results',
  sql: `
    CREATE TABLE verification_results (
      id uuid PRIMARY KEY,
      finished_at timestamptz NOT NULL DEFAULT now(),
      -- Canonical JSON, stored as the text that is signed.
      content text NOT NULL,
      -- Of the installation's signing key, base64.
      signature text NOT NULL
    );
    CREATE INDEX verification_results_finished ON verification_results (finished_at);
  `,
};
