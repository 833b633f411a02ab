import type { Migration } from '../migrate.ts';

/** What the nightly verifications of the whole store found. */
export const verifications: Migration = {
  id: '0013-verifications',
  sql: `
    CREATE TABLE verifications (
      -- The London night it was due in; the first is the night in which the studio opened, with nothing to verify yet.
      night date PRIMARY KEY,
      noted_at timestamptz NOT NULL DEFAULT now(),
      -- null until it came to its end.
      finished_at timestamptz,
      events bigint,
      event_exceptions int,
      read_model_exceptions int,
      -- Wallets about which anything was found.
      unbalanced_wallets int,
      -- How often each code of an exception was found.
      codes jsonb
    );
  `,
};
