import { createHash, randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** How long after its end a link is still known. */
const keptMs = 30 * millisecondsInDay;

/** Makes the secret of an invitation's link: 32 random bytes, of which only a hash is kept. Forgets what ended long ago. */
export async function makeInviteToken(
  pool: Pool,
  { staffId, now, lastsMs }: { staffId: string; now: Date; lastsMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `WITH old AS (DELETE FROM staff_invites WHERE expires_at < $4)
     INSERT INTO staff_invites (token_hash, staff_id, expires_at) VALUES ($1, $2, $3)`,
    [sha256(token), staffId, new Date(now.getTime() + lastsMs), new Date(now.getTime() - keptMs)],
  );
  return token;
}

/** Whose a token is that could be used now; null when it is not known, over, or used. */
export async function ownerOfInvite(pool: Pool, token: string, now: Date): Promise<string | null> {
  const { rows } = await pool.query<{ staffId: string }>(
    `SELECT staff_id AS "staffId" FROM staff_invites
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [sha256(token), now],
  );
  return rows[0]?.staffId ?? null;
}

/**
 * Has `work` done for the account that a link is of, and then all links of it worth nothing; null when it is not known, over,
 * or used. Of two at once the second waits, and is told null. Should the work fail, or its process die, the link is as good
 * as before: so the work may have been done when it comes again.
 */
export function withInviteToken<T>(
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
