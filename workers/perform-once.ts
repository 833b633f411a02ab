import type { Pool } from 'pg';

/**
 * Performs a side effect that must not happen twice, and notes it in the ledger of performed effects under `key`.
 * A crash between the effect and the note repeats the effect, so it must itself carry `key` as its idempotency key.
 * Answers whether it was performed now.
 */
export async function performOnce(
  pool: Pool,
  key: string,
  kind: string,
  effect: (key: string) => Promise<void>,
): Promise<boolean> {
  const done = await pool.query('SELECT 1 FROM performed_effects WHERE key = $1', [key]);
  if (done.rowCount !== 0) return false;
  await effect(key);
  await pool.query('INSERT INTO performed_effects (key, kind) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    key,
    kind,
  ]);
  return true;
}
