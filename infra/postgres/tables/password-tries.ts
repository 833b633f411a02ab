import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../transaction.ts';

/** Ten wrong passwords within a quarter of an hour shut a door, until they are that long ago. */
const atMost = 10;
const withinSeconds = 15 * 60;

/** Staff may look for three months who tried to come in; nobody needs to know of members for longer than the door stays shut. */
const staffTriesKeptDays = 90;

/** A try at a password; hashes instead of addresses. */
export interface PasswordTry {
  /** `member`; the role of the staff whose shared password was tried; or `account`, of one of the staff. */
  readonly door: string;
  /** Shuts the door for an address too; null at the members' door, since a whole studio may share one. */
  readonly clientHash: string | null;
  /** Of the email that was typed, whether anyone has it or not; null at a shared door. */
  readonly accountHash: string | null;
}

/** What a hash is of, which is also the name of its column. */
type Key = 'client_hash' | 'account_hash';

/** For how many seconds the door stays shut for this address or account; null when it is open. */
async function shutFor(client: PoolClient, [key, value]: readonly [Key, string]): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT ceil(extract(epoch FROM at - now()) + $2)::int AS seconds FROM password_tries
     WHERE ${key} = $1 AND NOT succeeded AND at > now() - make_interval(secs => $2)
     ORDER BY at DESC OFFSET $3 LIMIT 1`,
    [value, withinSeconds, atMost - 1],
  );
  return rows[0] === undefined ? null : Math.max(1, rows[0].seconds);
}

/**
 * Notes a try before its password is looked at, as one that failed, unless too many failed before: then it is not noted, and
 * the answer is for how long the door stays shut. Tries of one address or one account wait for each other here, whichever
 * process they came to, so that no number of them at once gets more guesses. By the machine's clock, as sessions are.
 */
export function beginTry(
  pool: Pool,
  { door, clientHash, accountHash }: PasswordTry,
  { isLimited }: { isLimited: boolean },
): Promise<{ readonly id: string } | { readonly shutForSeconds: number }> {
  const keys: (readonly [Key, string])[] = [];
  if (clientHash !== null) keys.push(['client_hash', clientHash]);
  if (accountHash !== null) keys.push(['account_hash', accountHash]);
  return inTransaction(pool, async (client) => {
    if (isLimited) {
      // Always in the same order, so that no two wait for each other for ever.
      for (const [key, value] of keys) {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${key}/${value}`]);
      }
      for (const key of keys) {
        const shutForSeconds = await shutFor(client, key);
        if (shutForSeconds !== null) return { shutForSeconds };
      }
    }
    await client.query(
      `DELETE FROM password_tries WHERE id IN (
         SELECT id FROM password_tries WHERE at < now() - make_interval(days => $1)
           OR door = 'member' AND at < now() - make_interval(secs => $2)
         FOR UPDATE SKIP LOCKED)`,
      [staffTriesKeptDays, withinSeconds],
    );
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO password_tries (door, client_hash, account_hash) VALUES ($1, $2, $3) RETURNING id::text',
      [door, clientHash, accountHash],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('A try was not kept');
    return row;
  });
}

/** Notes how one of the staff's tries ended, and whose account it was for. */
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

/** A member gave the right password: what failed before counts no more. */
export async function forgetTries(pool: Pool, accountHash: string): Promise<void> {
  await pool.query('DELETE FROM password_tries WHERE account_hash = $1', [accountHash]);
}

interface StaffTryRow {
  id: string;
  at: Date;
  door: string;
  succeeded: boolean;
  /** Who came in, or whose account was tried; null at a shared door and for an email that no one has. */
  staffId: string | null;
  clientHash: string;
}

/** The latest tries at the staff's doors, newest first. */
export async function recentStaffTries(pool: Pool, limit: number): Promise<StaffTryRow[]> {
  const { rows } = await pool.query<StaffTryRow>(
    `SELECT id::text, at, door, succeeded, staff_id AS "staffId", coalesce(client_hash, '') AS "clientHash"
     FROM password_tries WHERE door <> 'member' ORDER BY at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
