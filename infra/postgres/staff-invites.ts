import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** How long after its end a link is still known. */
const keptMs = 30 * 86_400_000;

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

/** Uses up a token, and says whose it is; null when it is not known, over, or used: of two at once, one is told null. */
export async function spendInviteToken(pool: Pool, token: string, now: Date): Promise<string | null> {
  const { rows } = await pool.query<{ staffId: string }>(
    `UPDATE staff_invites SET used_at = $2
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING staff_id AS "staffId"`,
    [sha256(token), now],
  );
  return rows[0]?.staffId ?? null;
}

/** Takes back that a token was used, since what it was for could not be done. */
export async function reviveInviteToken(pool: Pool, token: string): Promise<void> {
  await pool.query('UPDATE staff_invites SET used_at = NULL WHERE token_hash = $1', [sha256(token)]);
}

/** Makes every link of one of the staff worthless. */
export async function spendInvitesOf(pool: Pool, staffId: string, now: Date): Promise<void> {
  await pool.query('UPDATE staff_invites SET used_at = $2 WHERE staff_id = $1 AND used_at IS NULL', [
    staffId,
    now,
  ]);
}
