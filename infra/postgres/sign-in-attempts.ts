import type { Pool } from 'pg';
import { inTransaction } from './transaction.ts';

/** Ten wrong passwords within a quarter of an hour shut an account's door, until they are that long ago. */
const atMost = 10;
const withinSeconds = 900;

/**
 * Notes a try to sign in to an account before its password is looked at, as one that failed; or, when too many failed before,
 * notes nothing and answers for how many seconds the door stays shut. The same for an email that no one has. Tries for one
 * account wait for each other here, whichever process they came to, so that no number of them at once gets more guesses. By
 * the machine's clock, as sessions are.
 */
export function beginSignIn(pool: Pool, accountHash: string): Promise<{ shutForSeconds: number } | null> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-in/${accountHash}`]);
    const { rows } = await client.query<{ seconds: number }>(
      `SELECT ceil(extract(epoch FROM at - now()) + $2)::int AS seconds FROM sign_in_attempts
       WHERE account_hash = $1 AND at > now() - make_interval(secs => $2)
       ORDER BY at DESC OFFSET $3 LIMIT 1`,
      [accountHash, withinSeconds, atMost - 1],
    );
    if (rows[0] !== undefined) return { shutForSeconds: Math.max(1, rows[0].seconds) };
    await client.query('DELETE FROM sign_in_attempts WHERE at < now() - make_interval(secs => $1)', [
      withinSeconds,
    ]);
    await client.query('INSERT INTO sign_in_attempts (account_hash) VALUES ($1)', [accountHash]);
    return null;
  });
}

/** The right password was given: what failed before counts no more. */
export async function endSignIn(pool: Pool, accountHash: string): Promise<void> {
  await pool.query('DELETE FROM sign_in_attempts WHERE account_hash = $1', [accountHash]);
}
