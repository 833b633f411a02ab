import type { Migration } from '../migrate.ts';

/**
 * The credential epoch in which each link and feed was made, and the link that cancels a change of address. The first epoch is 1, so what
 * is older than this column holds only for members whose credentials never changed.
 */
export const credentialEpochs: Migration = {
  id: '0017-credential-epochs',
  sql: `
    ALTER TABLE password_resets ADD COLUMN epoch int NOT NULL DEFAULT 1;
    ALTER TABLE password_resets ALTER COLUMN epoch DROP DEFAULT;
    ALTER TABLE calendar_feeds ADD COLUMN epoch int NOT NULL DEFAULT 1;
    ALTER TABLE calendar_feeds ALTER COLUMN epoch DROP DEFAULT;
    ALTER TABLE staff_invites ADD COLUMN epoch int NOT NULL DEFAULT 1;
    ALTER TABLE staff_invites ALTER COLUMN epoch DROP DEFAULT;
    ALTER TABLE email_changes ADD COLUMN epoch int NOT NULL DEFAULT 1;
    ALTER TABLE email_changes ALTER COLUMN epoch DROP DEFAULT;
    ALTER TABLE email_changes ADD COLUMN cancel_token_hash text UNIQUE;
    ALTER TABLE email_changes ADD COLUMN cancelled_at timestamptz;
  `,
};
