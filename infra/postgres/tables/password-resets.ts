import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';

/** The channel on which the id of each request for a reset link is told. */
export const PASSWORD_RESET_CHANNEL = 'password_resets';

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** Keeps that someone asked for a link to an address, known only by its hash, and tells of it. */
export async function keepResetRequest(
  pool: Pool,
  { emailHash, now }: { emailHash: string; now: Date },
): Promise<void> {
  await pool.query(
    `WITH kept AS (
       INSERT INTO password_reset_requests (id, email_hash, requested_at) VALUES ($1, $2, $3) RETURNING id)
     SELECT pg_notify('${PASSWORD_RESET_CHANNEL}', id::text) FROM kept`,
    [randomUUID(), emailHash, now],
  );
}

/** The hash of the address of a request that nothing was done about yet; undefined for any other. */
export async function openResetRequest(pool: Pool, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ emailHash: string }>(
    'SELECT email_hash AS "emailHash" FROM password_reset_requests WHERE id = $1 AND handled_at IS NULL',
    [id],
  );
  return rows[0]?.emailHash;
}

/** Requests that nothing was done about, made before `olderThan`, the oldest first. */
export async function resetRequestsLeft(pool: Pool, olderThan: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM password_reset_requests WHERE handled_at IS NULL AND requested_at < $1
     ORDER BY requested_at LIMIT 500`,
    [olderThan],
  );
  return rows.map(({ id }) => id);
}

export async function closeResetRequest(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE password_reset_requests SET handled_at = $2 WHERE id = $1', [id, now]);
}

/** How many other requests for the same address were sent a link in the hour before one. */
const SENT_BEFORE = `
  SELECT count(DISTINCT o.id)::int AS "sentBefore"
  FROM password_reset_requests r
    JOIN password_reset_requests o ON o.email_hash = r.email_hash AND o.id <> r.id
      AND o.requested_at > r.requested_at - interval '1 hour'
    JOIN password_resets t ON t.request_id = o.id
  WHERE r.id = $1`;

/**
 * Makes the secret of a link: 32 random bytes, of which only a hash is kept. Null when the address was sent `atMost` links
 * within the hour; requests for one address wait for each other here.
 */
export function makeResetToken(
  pool: Pool,
  reset: { requestId: string; memberId: string; expiresAt: Date; atMost: number },
): Promise<string | null> {
  const { requestId, memberId, expiresAt, atMost } = reset;
  return inTransaction(pool, async (client) => {
    await client.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(email_hash, 0)) FROM password_reset_requests WHERE id = $1',
      [requestId],
    );
    const { rows } = await client.query<{ sentBefore: number }>(SENT_BEFORE, [requestId]);
    if ((rows[0]?.sentBefore ?? 0) >= atMost) return null;
    const token = randomBytes(32).toString('base64url');
    await client.query(
      'INSERT INTO password_resets (token_hash, request_id, member_id, expires_at) VALUES ($1, $2, $3, $4)',
      [sha256(token), requestId, memberId, expiresAt],
    );
    return token;
  });
}

/**
 * Has `work` done for the member whose link this is, and then all links of theirs worth nothing; null when it is not known,
 * over, or used. Of two at once the second waits, and is told null. Should the work fail, or its process die, the link is as
 * good as before: so the work may have been done when it comes again.
 */
export function withResetToken<T>(
  pool: Pool,
  token: string,
  now: Date,
  work: (memberId: string) => Promise<T>,
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ memberId: string }>(
      `SELECT member_id AS "memberId" FROM password_resets
       WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 FOR UPDATE`,
      [sha256(token), now],
    );
    const memberId = rows[0]?.memberId;
    if (memberId === undefined) return null;
    const result = await work(memberId);
    await client.query('UPDATE password_resets SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL', [
      memberId,
      now,
    ]);
    return result;
  });
}

/** Whether there are requests from before `olderThan`, which no one needs any more. */
export async function hasOldResets(pool: Pool, olderThan: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT 1 FROM password_reset_requests WHERE requested_at < $1 LIMIT 1',
    [olderThan],
  );
  return rowCount !== 0;
}

/** Removes the requests from before `olderThan`, and their links. */
export async function forgetOldResets(pool: Pool, olderThan: Date): Promise<void> {
  await pool.query('DELETE FROM password_reset_requests WHERE requested_at < $1', [olderThan]);
}
