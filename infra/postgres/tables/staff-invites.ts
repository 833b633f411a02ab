import { createHash, randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** How long an expired link is stored. */
const retentionMs = 30 * millisecondsInDay;

/** Creates an invitation link's secret: 32 random bytes, of which only a hash is stored. Deletes old links. */
export async function createInviteToken(
  pool: Pool,
  { staffId, now, lastsMs }: { staffId: string; now: Date; lastsMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `WITH old AS (DELETE FROM staff_invites WHERE expires_at < $4)
     INSERT INTO staff_invites (token_hash, staff_id, expires_at) VALUES ($1, $2, $3)`,
    [sha256(token), staffId, new Date(now.getTime() + lastsMs), new Date(now.getTime() - retentionMs)],
  );
  return token;
}

/** The account of a valid token; null for an unknown, expired or used one. */
export async function findInviteOwner(pool: Pool, token: string, now: Date): Promise<string | null> {
  const { rows } = await pool.query<{ staffId: string }>(
    `SELECT staff_id AS "staffId" FROM staff_invites
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [sha256(token), now],
  );
  return rows[0]?.staffId ?? null;
}

/**
 * Runs `work` for the link's account, then invalidates all links of the account. Returns null for an unknown, expired or used link; of
 * two concurrent calls the second waits and returns null. If the work fails or the process dies, the link stays valid, so the work may
 * run twice.
 */
export function useInviteToken<T>(
  pool: Pool,
  token: string,
  now: Date,
  work: (staffId: string) => Promise<T>,
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ staffId: string }>(
      `SELECT staff_id AS "staffId" FROM staff_invites
       WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 FOR UPDATE`,
      [sha256(token), now],
    );
    const staffId = rows[0]?.staffId;
    if (staffId === undefined) return null;
    const result = await work(staffId);
    await client.query('UPDATE staff_invites SET used_at = $2 WHERE staff_id = $1 AND used_at IS NULL', [
      staffId,
      now,
    ]);
    return result;
  });
}
