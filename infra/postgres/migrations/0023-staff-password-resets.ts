import type { Migration } from '../migrate.ts';

/** Staff reset a forgotten password by a link too. `password_resets.member_id` is the id of the account, whichever it is. */
export const staffPasswordResets: Migration = {
  id: '0023-staff-password-resets',
  sql: `
    -- Whose address was typed: member or staff. A process of the release before knows members only.
    ALTER TABLE password_reset_requests ADD COLUMN audience text NOT NULL DEFAULT 'member';
  `,
};
