import type { Migration } from '../migrate.ts';

/** Which shared password an invitation was sent with, if none of an account's: it ends with that password. */
export const sharedPasswordInvites: Migration = {
  id: '0025-shared-password-invites',
  sql: 'ALTER TABLE staff_invites ADD COLUMN password_mark text;',
};
