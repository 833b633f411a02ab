import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.ts';

/** What is kept of a try to come in at a staff door; hashes instead of addresses. */
export interface StaffAttempt {
  /** The role whose shared password was tried, or `account`. */
  readonly door: string;
  readonly clientHash: string;
  /** Of the email that was typed; null at a shared door. */
  readonly accountHash: string | null;
  readonly at: Date;
}

/** How many failed tries within how long shut a door. */
interface AttemptLimit {
  readonly atMost: number;
  readonly withinMs: number;
}

/** How long no one needs to know any more who tried. */
const keptMs = 90 * 86_400_000;

type Key = 'client_hash' | 'account_hash';

/** When the door opens again for this address or account; null when it is open. */
async function shutUntil(
  client: PoolClient,
  [key, value]: readonly [Key, string],
  at: Date,
  { atMost, withinMs }: AttemptLimit,
): Promise<number | null> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT at FROM staff_attempts WHERE ${key} = $1 AND NOT succeeded AND at > $2
     ORDER BY at DESC OFFSET $3 LIMIT 1`,
    [value, new Date(at.getTime() - withinMs), atMost - 1],
  );
  return rows[0] === undefined ? null : rows[0].at.getTime() + withinMs;
}

/**
 * Notes a try before its password is looked at, as one that failed, unless too many failed before: then it is not noted,
 * and the answer is how long the door stays shut. Tries of one address or one account wait for each other here, so that no
 * number of them at once gets more guesses. Without a limit every try is noted.
 */
export function beginStaffAttempt(
  pool: Pool,
  attempt: StaffAttempt,
  limit: AttemptLimit | null,
): Promise<{ readonly id: string } | { readonly shutForMs: number }> {
  const { door, clientHash, accountHash, at } = attempt;
  const keys: (readonly [Key, string])[] = [['client_hash', clientHash]];
  if (accountHash !== null) keys.push(['account_hash', accountHash]);
  return inTransaction(pool, async (client) => {
    if (limit !== null) {
      // Always in the same order, so that no two wait for each other for ever.
      for (const [key, value] of keys) {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${key}/${value}`]);
      }
      for (const key of keys) {
        const until = await shutUntil(client, key, at, limit);
        if (until !== null) return { shutForMs: until - at.getTime() };
      }
    }
    await client.query('DELETE FROM staff_attempts WHERE at < $1', [new Date(at.getTime() - keptMs)]);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO staff_attempts (at, door, client_hash, account_hash) VALUES ($1, $2, $3, $4)
       RETURNING id::text`,
      [at, door, clientHash, accountHash],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('An attempt was not kept');
    return row;
  });
}

/** Notes how a try ended, and whose account it was for. */
export async function settleStaffAttempt(
  pool: Pool,
  id: string,
  { succeeded, staffId }: { succeeded: boolean; staffId: string | null },
): Promise<void> {
  await pool.query('UPDATE staff_attempts SET succeeded = $2, staff_id = $3 WHERE id = $1', [
    id,
    succeeded,
    staffId,
  ]);
}

interface StaffAttemptRow {
  id: string;
  at: Date;
  door: string;
  succeeded: boolean;
  /** Who came in, or whose account was tried; null at a shared door and for an email that no one has. */
  staffId: string | null;
  clientHash: string;
}

/** The latest tries, newest first. */
export async function recentStaffAttempts(pool: Pool, limit: number): Promise<StaffAttemptRow[]> {
  const { rows } = await pool.query<StaffAttemptRow>(
    `SELECT id::text, at, door, succeeded, staff_id AS "staffId", client_hash AS "clientHash"
     FROM staff_attempts ORDER BY at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
