import type { Pool } from 'pg';

/** A side effect in the ledger of performed effects, with the member it was for. */
export interface PerformedEffect {
  readonly key: string;
  readonly kind: string;
  readonly memberId: string | null;
}

export async function isEffectRecorded(pool: Pool, key: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-performed',
    text: 'SELECT 1 FROM performed_effects WHERE key = $1',
    values: [key],
  });
  return rowCount !== 0;
}

/** `messageId` is that of a sent email at the mail provider; null of another effect, and where the provider did not return it. */
export async function recordEffect(
  pool: Pool,
  { key, kind, memberId }: PerformedEffect,
  messageId: string | null,
): Promise<void> {
  await pool.query({
    name: 'note-performed-effect',
    text: `INSERT INTO performed_effects (key, kind, member_id, message_id) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING`,
    values: [key, kind, memberId, messageId],
  });
}

/** When each of these effects was performed; those that were not are missing. */
export async function readEffectTimes(
  pool: Pool,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ key: string; performedAt: Date }>({
    name: 'effect-times',
    text: 'SELECT key, performed_at AS "performedAt" FROM performed_effects WHERE key = ANY($1)',
    values: [keys],
  });
  return new Map(rows.map(({ key, performedAt }) => [key, performedAt]));
}
