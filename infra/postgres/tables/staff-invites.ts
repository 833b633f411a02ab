import { randomBytes } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';
import { hashToken } from './hash-token.ts';

/** How long an expired link is stored. */
const retentionMs = 30 * millisecondsInDay;

/** The account of an invitation link, and the credential epoch for which it holds. */
export interface InviteLink {
  readonly staffId: string;
  readonly epoch: number;
  /** Of the shared password with which it was sent; null for one that an account sent, and for one from before marks. */
  readonly passwordMark: string | null;
}

/** Creates an invitation link's secret: 32 random bytes, of which only a hash is stored. Deletes old links. */
export async function createInviteToken(
  pool: Pool,
  { staffId, epoch, passwordMark, now, lastsMs }: InviteLink & { now: Date; lastsMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `WITH old AS (DELETE FROM staff_invites WHERE expires_at < $4)
     INSERT INTO staff_invites (token_hash, staff_id, expires_at, epoch, password_mark)
     VALUES ($1, $2, $3, $5, $6)`,
    [
      hashToken(token),
      staffId,
      new Date(now.getTime() + lastsMs),
      new Date(now.getTime() - retentionMs),
      epoch,
      passwordMark,
    ],
  );
  return token;
}

/** Finds an invitation link; undefined for an unknown, expired or used one. */
export async function findInviteLink(pool: Pool, token: string, now: Date): Promise<InviteLink | undefined> {
  const { rows } = await pool.query<InviteLink>(
    `SELECT staff_id AS "staffId", epoch, password_mark AS "passwordMark" FROM staff_invites
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [hashToken(token), now],
  );
  return rows[0];
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
  work: (link: InviteLink) => Promise<T>,
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<InviteLink>(
      `SELECT staff_id AS "staffId", epoch, password_mark AS "passwordMark" FROM staff_invites
       WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 FOR UPDATE`,
      [hashToken(token), now],
    );
    const [link] = rows;
    if (link === undefined) return null;
    const result = await work(link);
    await client.query('UPDATE staff_invites SET used_at = $2 WHERE staff_id = $1 AND used_at IS NULL', [
      link.staffId,
      now,
    ]);
    return result;
  });
}
