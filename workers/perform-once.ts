import type { Pool } from 'pg';

/**
 * Performs a side effect that must not happen twice, and notes it in the ledger of performed effects under `key`, with the
 * member whom it was for.
 * A crash between the effect and the note repeats the effect, so it must itself carry `key` as its idempotency key.
 * Answers whether it was performed now.
 */
export async function performOnce(
  pool: Pool,
  key: string,
  kind: string,
  effect: (key: string) => Promise<void>,
  memberId: string | null = null,
): Promise<boolean> {
  if (await isPerformed(pool, key)) return false;
  await performAndNote(pool, { key, kind, memberId }, effect);
  return true;
}

/** Whether a side effect is noted in the ledger under `key`. */
export async function isPerformed(pool: Pool, key: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-performed',
    text: 'SELECT 1 FROM performed_effects WHERE key = $1',
    values: [key],
  });
  return rowCount !== 0;
}

/** Does what `performOnce` does for who has just looked themselves, and found no note under `key`. */
export async function performAndNote(
  pool: Pool,
  { key, kind, memberId }: { key: string; kind: string; memberId: string | null },
  effect: (key: string) => Promise<void>,
): Promise<void> {
  await effect(key);
  await pool.query({
    name: 'note-performed-effect',
    text: 'INSERT INTO performed_effects (key, kind, member_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [key, kind, memberId],
  });
}
