import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../transaction.ts';

/** Ten wrong passwords within a quarter of an hour lock further attempts until the oldest of them is that old. */
const atMost = 10;
const withinSeconds = 15 * 60;

/** Staff can read attempts at staff sign-ins for three months; those of members are stored only while they count for a lock. */
const staffTriesRetentionDays = 90;

/** A password attempt, with hashes instead of addresses. */
export interface PasswordTry {
  /** `member`; the role whose shared password was tried; `account` for a staff account; `second-factor` for its code. */
  readonly door: string;
  /** Locks the client's address too; null for members, because a whole studio may share one address. */
  readonly clientHash: string | null;
  /** The hash of the typed email, whether it exists or not; null for a shared password. */
  readonly accountHash: string | null;
}

/** The column of a hash. */
type Key = 'client_hash' | 'account_hash';

/** The seconds for which this address or account stays locked; null when it is not. */
async function readLockSeconds(
  client: PoolClient,
  [key, value]: readonly [Key, string],
): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM at - now()) + $2)::int AS seconds FROM password_tries
     WHERE ${key} = $1 AND NOT succeeded AND at > now() - make_interval(secs => $2)
     ORDER BY at DESC OFFSET $3 LIMIT 1`,
    [value, withinSeconds, atMost - 1],
  );
  return rows[0] === undefined ? null : Math.max(1, rows[0].seconds);
}

/**
 * Records an attempt as failed before its password is checked. After too many failures it records nothing and returns the remaining lock
 * time. Attempts of one address or account run one after another across all processes, so that concurrent ones get no more guesses. Uses
 * the machine's clock, like sessions.
 */
export function startTry(
  pool: Pool,
  { door, clientHash, accountHash }: PasswordTry,
  { isLimited }: { isLimited: boolean },
): Promise<{ readonly id: string } | { readonly shutForSeconds: number }> {
  const keys: (readonly [Key, string])[] = [];
  if (clientHash !== null) keys.push(['client_hash', clientHash]);
  if (accountHash !== null) keys.push(['account_hash', accountHash]);
  return inTransaction(pool, async (client) => {
    if (isLimited) {
      // Always in the same order, to prevent deadlocks.
      for (const [key, value] of keys) {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${key}/${value}`]);
      }
      for (const key of keys) {
        const shutForSeconds = await readLockSeconds(client, key);
        if (shutForSeconds !== null) return { shutForSeconds };
      }
    }
    await client.query(
      `DELETE FROM password_tries WHERE id IN (
         SELECT id FROM password_tries WHERE at < now() - make_interval(days => $1)
           OR door = 'member' AND at < now() - make_interval(secs => $2)
         FOR UPDATE SKIP LOCKED)`,
      [staffTriesRetentionDays, withinSeconds],
    );
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO password_tries (door, client_hash, account_hash) VALUES ($1, $2, $3) RETURNING id::text',
      [door, clientHash, accountHash],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('A password attempt was not stored');
    return row;
  });
}

/** Records the result of a staff attempt, and its account. */
export async function settleStaffTry(
  pool: Pool,
  id: string,
  { succeeded, staffId }: { succeeded: boolean; staffId: string | null },
): Promise<void> {
  await pool.query('UPDATE password_tries SET succeeded = $2, staff_id = $3 WHERE id = $1', [
    id,
    succeeded,
    staffId,
  ]);
}

/** Records that the password of a staff account was right, and that its second factor is asked for. */
export async function settlePasswordStep(pool: Pool, id: string, staffId: string): Promise<void> {
  await pool.query(
    `UPDATE password_tries SET door = 'account-password', succeeded = true, staff_id = $2 WHERE id = $1`,
    [id, staffId],
  );
}

/** Deletes an attempt at a password that was right, because the attempt at the code beside it has a row of its own. */
export async function forgetTry(pool: Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM password_tries WHERE id = $1', [id]);
}

/** Deletes a member's failed attempts after the right password. */
export async function deleteTries(pool: Pool, accountHash: string): Promise<void> {
  await pool.query('DELETE FROM password_tries WHERE account_hash = $1', [accountHash]);
}

interface StaffTryRow {
  id: string;
  at: Date;
  door: string;
  succeeded: boolean;
  /** The account; null for a shared password and for an unknown email. */
  staffId: string | null;
  clientHash: string;
}

/** The latest staff sign-in attempts, newest first. */
export async function readRecentStaffTries(pool: Pool, limit: number): Promise<StaffTryRow[]> {
  const { rows } = await pool.query<StaffTryRow>(
    `SELECT id::text, at, door, succeeded, staff_id AS "staffId", coalesce(client_hash, '') AS "clientHash"
     FROM password_tries WHERE door <> 'member' ORDER BY at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
