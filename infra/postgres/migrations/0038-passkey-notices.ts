import type { Migration } from '../migrate.ts';

/** When a member was notified by email of a new passkey. */
export const passkeyNotices: Migration = {
  id: '0038-passkey-notices',
  sql: `
    ALTER TABLE passkeys ADD COLUMN reported_at timestamptz;
    CREATE INDEX passkeys_unreported ON passkeys (made_at) WHERE reported_at IS NULL;
  `,
};
