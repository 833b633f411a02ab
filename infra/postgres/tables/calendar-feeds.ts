import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** Creates the secret of a member's calendar link, of which only a hash is stored, and replaces the previous one. */
export async function createCalendarToken(pool: Pool, memberId: string, now: Date): Promise<string> {
  const token = randomBytes(24).toString('hex');
  await pool.query(
    `INSERT INTO calendar_feeds (member_id, token_hash, made_at) VALUES ($1, $2, $3)
     ON CONFLICT (member_id) DO UPDATE SET token_hash = excluded.token_hash, made_at = excluded.made_at`,
    [memberId, sha256(token), now],
  );
  return token;
}

/** The member of a calendar link; null for a revoked or unknown one. */
export async function findCalendarMember(pool: Pool, token: string): Promise<string | null> {
  const { rows } = await pool.query<{ memberId: string }>(
    'SELECT member_id AS "memberId" FROM calendar_feeds WHERE token_hash = $1',
    [sha256(token)],
  );
  return rows[0]?.memberId ?? null;
}

/** When a member's link was created; null when there is none. */
export async function readCalendarCreation(pool: Pool, memberId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ madeAt: Date }>(
    'SELECT made_at AS "madeAt" FROM calendar_feeds WHERE member_id = $1',
    [memberId],
  );
  return rows[0]?.madeAt ?? null;
}

export async function revokeCalendar(pool: Pool, memberId: string): Promise<void> {
  await pool.query('DELETE FROM calendar_feeds WHERE member_id = $1', [memberId]);
}
