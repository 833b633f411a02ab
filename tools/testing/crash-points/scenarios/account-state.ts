import { createHash } from 'node:crypto';
import type { AcceptedDifference, Scenario } from '../scenario.ts';

/** Of every member and member of staff in the scenarios. */
export const password = 'seaside-7';

export const sessionsEndFirst: AcceptedDifference = {
  lines: /^- sessions: [1-9] of \w+$|^\+ sessions: \d of \w+$/,
  reason: 'sessions end first: the member is signed out, and nothing else has changed',
};

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** Reports for each emailed link whether its token is valid: the table has the token's hash. */
export const listLinks =
  (table: 'email_changes' | 'password_resets' | 'staff_invites'): NonNullable<Scenario['readExtraState']> =>
  async ({ studio, tag }) => {
    const { rows } = await studio.surviving.pool.query<{ kind: string; text: string }>(
      `SELECT kind, body_text AS text FROM sandbox.outbox WHERE recipient LIKE '%' || $1 || '%' AND body_text LIKE '%token=%'
         AND kind <> 'welcome'`,
      [tag],
    );
    const lines = rows.map(async ({ kind, text }) => {
      const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
      const found = await studio.surviving.pool.query(
        `SELECT 1 FROM ${table} t WHERE $1 IN (to_jsonb(t) ->> 'token_hash', to_jsonb(t) ->> 'cancel_token_hash')`,
        [sha256(token)],
      );
      return `link of ${kind}: ${found.rowCount === 1 ? 'valid' : 'invalid'}`;
    });
    return (await Promise.all(lines)).toSorted();
  };
