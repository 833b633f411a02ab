import type { Migration } from '../migrate.ts';

/** What became of single emails. A report may come before its email is in the ledger, and therefore has a row of its own. */
export const mailOutcomes: Migration = {
  id: '0045-mail-outcomes',
  sql: `
    ALTER TABLE performed_effects ADD COLUMN message_id text;
    CREATE TABLE mail_outcomes (
      message_id text PRIMARY KEY,
      outcome text NOT NULL,
      happened_at timestamptz NOT NULL
    );
    CREATE INDEX mail_outcomes_age ON mail_outcomes (happened_at);
  `,
};
