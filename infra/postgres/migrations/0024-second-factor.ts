import type { Migration } from '../migrate.ts';

/** The latest one-time code of each staff account; tries at a code are rows of `password_tries` with credential kinds of their own. */
export const secondFactor: Migration = {
  id: '0024-second-factor',
  sql: `
    CREATE TABLE used_code_steps (
      staff_id text PRIMARY KEY,
      -- The 30-second step of the latest code that was accepted: no code of it or of an earlier one is accepted again.
      last_step bigint NOT NULL
    );
    -- account-password: the password was right and a code was asked for; second-factor: a code.
    COMMENT ON COLUMN password_tries.door IS
      'member; a role of the staff; account, account-password, second-factor: an account of the staff';
  `,
};
