import { randomBytes, randomUUID } from 'node:crypto';
import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';
import { hashToken } from './hash-token.ts';

const linkLastsMs = millisecondsInHour;
const linksAnHour = 3;

/** The channel that receives the id of each request for a reset link. */
export const PASSWORD_RESET_CHANNEL = 'password_resets';

/** Whose password is reset. */
export type ResetAudience = 'member' | 'staff';

/** A request for a link to an address, as a hash. */
interface ResetRequest {
  readonly audience: ResetAudience;
  readonly emailHash: string;
}

/** Stores a request for a link and notifies the workers. */
export async function insertResetRequest(
  pool: Pool,
  { audience, emailHash, now }: ResetRequest & { readonly now: Date },
): Promise<void> {
  await pool.query(
    `WITH inserted AS (
       INSERT INTO password_reset_requests (id, audience, email_hash, requested_at)
       VALUES ($1, $2, $3, $4) RETURNING id)
     SELECT pg_notify('${PASSWORD_RESET_CHANNEL}', id::text) FROM inserted`,
    [randomUUID(), audience, emailHash, now],
  );
}

/** An unhandled request; undefined for any other. */
export async function readOpenResetRequest(pool: Pool, id: string): Promise<ResetRequest | undefined> {
  const { rows } = await pool.query<ResetRequest>(
    'SELECT audience, email_hash AS "emailHash" FROM password_reset_requests WHERE id = $1 AND handled_at IS NULL',
    [id],
  );
  return rows[0];
}

/** Unhandled requests from before `olderThan`, the oldest first. */
export async function readOverdueResetRequests(pool: Pool, olderThan: Date): Promise<string[]> {
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

/** The member or the staff account of a link, and the credential epoch for which it holds. */
export interface ResetLink {
  readonly ownerId: string;
  readonly epoch: number;
}

/** Counts the other requests for the same address that were sent a link in the hour before this one. */
const SENT_BEFORE = `
  SELECT count(DISTINCT o.id)::int AS "sentBefore"
  FROM password_reset_requests r
    JOIN password_reset_requests o ON o.email_hash = r.email_hash AND o.id <> r.id
      AND o.requested_at > r.requested_at - interval '1 hour'
    JOIN password_resets t ON t.request_id = o.id
  WHERE r.id = $1`;

/**
 * Creates the secret of a link for an hour: 32 random bytes, stored as a hash. Returns null when the address was sent
 * enough links within the hour; requests for one address run one after another.
 */
export function createResetToken(
  pool: Pool,
  { requestId, ownerId, epoch, now }: ResetLink & { readonly requestId: string; readonly now: Date },
): Promise<string | null> {
  return inTransaction(pool, async (client) => {
    await client.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(email_hash, 0)) FROM password_reset_requests WHERE id = $1',
      [requestId],
    );
    const { rows } = await client.query<{ sentBefore: number }>(SENT_BEFORE, [requestId]);
    if ((rows[0]?.sentBefore ?? 0) >= linksAnHour) return null;
    const token = randomBytes(32).toString('base64url');
    await client.query(
      `INSERT INTO password_resets (token_hash, request_id, member_id, epoch, expires_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [hashToken(token), requestId, ownerId, epoch, new Date(now.getTime() + linkLastsMs)],
    );
    return token;
  });
}

/**
 * Runs `work` for the link's owner, then invalidates all links of the owner. Returns null for an unknown, expired or used link and one of the other audience; of two
 * concurrent calls the second waits and returns null. If the work fails or the process dies, the link stays valid, so the work may run
 * twice.
 */
export function useResetToken<T>(
  pool: Pool,
  { audience, token, now }: { audience: ResetAudience; token: string; now: Date },
  work: (link: ResetLink) => Promise<T>,
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ResetLink>(
      `SELECT l.member_id AS "ownerId", l.epoch
       FROM password_resets l JOIN password_reset_requests r ON r.id = l.request_id
       WHERE l.token_hash = $1 AND l.used_at IS NULL AND l.expires_at > $2 AND r.audience = $3 FOR UPDATE OF l`,
      [hashToken(token), now, audience],
    );
    const [link] = rows;
    if (link === undefined) return null;
    const result = await work(link);
    await client.query('UPDATE password_resets SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL', [
      link.ownerId,
      now,
    ]);
    return result;
  });
}

/** Whether there are requests from before `olderThan`. */
export async function hasOldResets(pool: Pool, olderThan: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT 1 FROM password_reset_requests WHERE requested_at < $1 LIMIT 1',
    [olderThan],
  );
  return rowCount !== 0;
}

/** Deletes the requests from before `olderThan`, with their links. */
export async function deleteOldResets(pool: Pool, olderThan: Date): Promise<void> {
  await pool.query('DELETE FROM password_reset_requests WHERE requested_at < $1', [olderThan]);
}
